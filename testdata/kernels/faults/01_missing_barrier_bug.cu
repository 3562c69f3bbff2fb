//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;  // want "write-read race on s"
  out[t] = s[63 - t];  // want "write-read race on s"
}
