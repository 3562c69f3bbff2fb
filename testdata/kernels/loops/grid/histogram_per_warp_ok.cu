//pass
//--blockDim=128 --gridDim=*
// One copy of the bins a warp, then a thread a bin adds up the copies.
#define BINS 256
#define WARPS 4

__global__ void histogram(const unsigned char *data, unsigned int *bins, unsigned int n) {
  __shared__ unsigned int copies[WARPS * BINS];
  for (unsigned int b = threadIdx.x; b < WARPS * BINS; b += blockDim.x) copies[b] = 0;
  __syncthreads();
  unsigned int *mine = copies + (threadIdx.x >> 5) * BINS;
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(mine + data[i], 1u);
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    unsigned int sum = 0;
    for (int w = 0; w < WARPS; w++) sum += copies[bin + w * BINS];
    atomicAdd(bins + bin, sum);
  }
}
