//pass
//--blockDim=64 --gridDim=1 --check-array-bounds

// The last thread has no next.
__global__ void k(int *a) {
  __shared__ int t[64];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 63) a[threadIdx.x] = t[threadIdx.x + 1];
}
