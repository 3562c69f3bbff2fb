//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The same for any n: in the last iteration a part of the threads is missing at the barrier.
__global__ void reversed(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = a[i];
    __syncthreads();  // want "barrier divergence"
    a[i] = s[63 - t];
    __syncthreads();
  }
}
