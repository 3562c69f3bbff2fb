//pass
//--blockDim=64
// The same over a grid of any size: what a thread moves on by is no constant, but a multiple of 64.
__global__ void reversed(int *a, int n) {
  __requires(n % 64 == 0);
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
    s[t] = a[i];
    __syncthreads();
    a[i] = s[63 - t];
    __syncthreads();
  }
}
