//--blockDim=64 --gridDim=1
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  char c = 'x;
  out[t] = s[t] + c;
}
