//--blockDim=64 --gridDim=1
const char *text = R"(no end
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
}
