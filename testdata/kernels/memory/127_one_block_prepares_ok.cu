//pass
//--blockDim=64 --gridDim=200

// One block prepares what all others wait for.
__device__ int config[64];
__device__ int ready;

__global__ void produce(int *out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    config[t] = t * t;
    __syncthreads();
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
    out[blockIdx.x * 64 + t] = config[63 - t];
  }
}
