//pass
//--blockDim=64 --gridDim=1

// Repair it. When n is no multiple of 64, some threads leave the loop before others.
__global__ void steps(int *a, int n) {
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
