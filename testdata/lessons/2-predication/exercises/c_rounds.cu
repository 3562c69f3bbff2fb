//pass
//--blockDim=64 --gridDim=1

// Repair it without a change to what it computes: n need not be a multiple of 64.
__global__ void rounds(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = a[i];
    __syncthreads();
    a[i] = s[t] + (i > 0 && t > 0 ? s[t - 1] : 0);
    __syncthreads();
  }
}
