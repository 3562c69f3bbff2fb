//--blockDim=64 --gridDim=1
//open data-race "the translation takes a __syncwarp whose mask is not constant to order nothing"
//open barrier-divergence "not be among the lanes that its mask names"
// All lanes that the mask names come to the __syncwarp, and only these read.
__global__ void swap(const unsigned *lanes, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  unsigned mask = lanes[0];
  if (mask >> (t % 32) & 1) {
    __syncwarp(mask);
    if (mask >> (t % 32 ^ 1) & 1) out[t] = s[t ^ 1];
  }
}
