//pass
//--blockDim=128 --gridDim=100

// 100 blocks of 128 threads are 12800 threads: the last ones have no counter.
__device__ int hits[12500];

__global__ void clear() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 12500) hits[i] = 0;
}
