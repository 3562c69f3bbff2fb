//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The flag is set before the other threads of the block are done.
__device__ int config[2];
__device__ int ready;

__global__ void produce(int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    config[t] = t * t; // want "race on config"
    if (t == 0) {
      __threadfence();
      atomicExch(&ready, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&ready, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * 2 + t] = config[1 - t]; // want "race on config"
  }
}
