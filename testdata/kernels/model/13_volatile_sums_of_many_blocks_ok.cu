//pass
//--blockDim=64 --gridDim=100

// The fence before the counter orders the partial sums before the last block reads them.
__device__ unsigned int count;

__global__ void k(volatile int *partial, int *out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (atomicAdd(&count, 1) == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];
    out[0] = sum;
  }
}
