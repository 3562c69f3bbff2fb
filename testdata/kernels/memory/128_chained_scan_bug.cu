//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=3

// The status is set before the sum is stored.
__device__ int prefix[3];
__device__ int status[3];

__global__ void scan(const int *in, int *out) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&status[blockIdx.x - 1], 0) == 0) {
      }
      __threadfence();
      before = prefix[blockIdx.x - 1]; // want "race on prefix"
    }
    atomicExch(&status[blockIdx.x], 1);
    __threadfence();
    prefix[blockIdx.x] = before + in[blockIdx.x]; // want "race on prefix"
    out[blockIdx.x] = before;
  }
}
