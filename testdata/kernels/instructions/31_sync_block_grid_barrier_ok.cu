//pass
//--blockDim=1 --gridDim=2

// A barrier of the grid by a counter.
__device__ unsigned arrived;
__global__ void k(int *a, int *b) {
  a[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < gridDim.x) { }
  __threadfence();
  b[blockIdx.x] = a[1 - blockIdx.x];
}
