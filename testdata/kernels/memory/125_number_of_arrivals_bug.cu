//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The number that is waited for is one too small.
__device__ unsigned finished;
__device__ float partial[2];

__global__ void sum(const float *in, float *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    partial[blockIdx.x] = in[blockIdx.x]; // want "race on partial"
    __threadfence();
    unsigned ticket = atomicInc(&finished, gridDim.x - 1);
    __threadfence();
    last = ticket == gridDim.x - 2;
  }
  __syncthreads();
  if (last) {
    if (t == 1) out[0] = partial[0] + partial[1]; // want "race on partial"
  }
}
