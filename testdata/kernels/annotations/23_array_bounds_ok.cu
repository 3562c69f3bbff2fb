//pass
//--blockDim=64 --gridDim=1 --check-array-bounds

// Every index is inside, for any n that the condition lets through.
__global__ void k(int *a, int n) {
  __shared__ int t[64];
  int priv[4];
  for (int i = 0; i < 4; i++) priv[i] = i;
  if (0 <= n && n < 64) {
    t[(threadIdx.x + n) % 64] = priv[n / 16];
  }
  __syncthreads();
  a[threadIdx.x] = t[63 - threadIdx.x];
}
