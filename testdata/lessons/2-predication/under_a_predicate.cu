//xfail:barrier-divergence
//--blockDim=64 --gridDim=1

__global__ void dependent(int *a, const int *mode) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  if (mode[t] == 1) {
    __syncthreads();
    a[t] = s[63 - t];
  }
}
