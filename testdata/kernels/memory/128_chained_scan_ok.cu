//pass
//--blockDim=32 --gridDim=4096

// Each block waits for the one before it, and hands its sum on.
__device__ int prefix[4096];
__device__ int status[4096];

__global__ void scan(const int *in, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&status[blockIdx.x - 1], 0) == 0) {
      }
      __threadfence();
      before = prefix[blockIdx.x - 1];
    }
    prefix[blockIdx.x] = before + in[blockIdx.x];
    __threadfence();
    atomicExch(&status[blockIdx.x], 1);
    out[blockIdx.x] = before;
  }
}
