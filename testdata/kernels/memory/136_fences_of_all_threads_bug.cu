//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// All threads fence what they have stored, but only thread 0 of the last block has a fence before it reads, and behind that nothing
// stands that hands it on to others.
__device__ unsigned finished;
__device__ float partial[4 * 64];

__global__ void sum(const float *in, float *out) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = in[i] * in[i];  // want "race on partial"
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    if (threadIdx.x == 0) __threadfence();
    float s = 0;
    for (int b = 0; b < gridDim.x; b++)
      s += partial[b * blockDim.x + threadIdx.x];  // want "race on partial"
    out[threadIdx.x] = s;
  }
}
