//--blockDim=4 --gridDim=2
//proved barrier-divergence
//open data-race "race on partial between .*:12:3 and .*:17:48"

// As in the sample of the CUDA guide, only the block that stores has a fence. By the letter of the memory model nothing races, and
// nothing orders the volatile reads.
__device__ unsigned int count;

__global__ void k(volatile int *partial, int *out) {
  if (threadIdx.x != 0) return;
  // The fence is between the store and the counter.
  partial[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (atomicAdd(&count, 1) == gridDim.x - 1) {
    // None is here.
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];
    out[0] = sum;
  }
}
