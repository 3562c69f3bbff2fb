//pass
//--blockDim=64 --gridDim=1

// Repair it without a change to what it computes: n need not be a multiple of 64.
__global__ void rounds(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int base = 0; base < n; base += 64) {
    int i = base + t;
    if (i < n)
      s[t] = a[i];
    __syncthreads();
    if (i < n)
      a[i] = s[t] + (i > 0 && t > 0 ? s[t - 1] : 0);
    __syncthreads();
  }
}
