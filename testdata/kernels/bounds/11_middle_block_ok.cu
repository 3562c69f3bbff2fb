//pass
//--blockDim=128 --gridDim=100

// Threads 12500 and above are those of the last blocks, and have no counter.
__device__ int hits[12500];

__global__ void clear() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= 12499) hits[i] = 0;
}
