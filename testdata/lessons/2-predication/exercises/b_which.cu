//xfail:barrier-divergence
//--blockDim=64 --gridDim=1

// The same question.
__global__ void which(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = a[i * 64 + t];
    if (n > 100)
      __syncthreads();
    a[i * 64 + t] = s[t] + i;
  }
}
