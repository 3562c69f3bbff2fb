//pass
//--blockDim=256 --gridDim=*
// Counts in shared memory, added to the result at the end; more bins than threads.
#define BINS 1024

__global__ void histogram(const unsigned int *data, unsigned int *bins, int n) {
  __shared__ unsigned int local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[data[i] % BINS], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    if (local[b] > 0) atomicAdd(&bins[b], local[b]);
}
