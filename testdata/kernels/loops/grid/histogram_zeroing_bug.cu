//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Counting starts before all bins are zero.
#define BINS 1024

__global__ void histogram(const unsigned int *data, unsigned int *bins, int n) {
  __shared__ unsigned int local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;  // want "race on local"
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[data[i] % BINS], 1u);  // want "race on local"
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    if (local[b] > 0) atomicAdd(&bins[b], local[b]);
}
