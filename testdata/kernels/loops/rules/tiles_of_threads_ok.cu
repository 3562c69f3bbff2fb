//pass
//--blockDim=64 --gridDim=1
// Each thread counts from its own index, and all wait for each other in every iteration. With n a
// multiple of 64 they leave the loop together.
__global__ void reversed(int *a, int n) {
  __requires(n % 64 == 0);
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = a[i];
    __syncthreads();
    a[i] = s[63 - t];
    __syncthreads();
  }
}
