//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The mask orders lanes of a warp only, and the other word is of the other warp.
__global__ void swap(const unsigned *lanes, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;  // want "write-read race on s"
  unsigned mask = lanes[0];
  if (mask >> (t % 32) & 1) __syncwarp(mask);
  out[t] = s[t ^ 32];  // want "write-read race on s"
}
