//pass
//--blockDim=64 --gridDim=1

// Threads that have returned write nothing.
__global__ void k(int *a, int n) {
  if (threadIdx.x >= n) return;
  a[threadIdx.x] = threadIdx.x;
}
