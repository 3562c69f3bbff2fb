//pass
//--blockDim=128 --gridDim=32

// All threads fence what they have stored, and a barrier stands behind that; so do those of the last block before they read.
// Both fences are sequentially consistent, and so the one thread that counts needs none.
__device__ unsigned finished;
__device__ float partial[32 * 128];

__global__ void sum(const float *in, float *out) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = in[i] * in[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float s = 0;
    for (int b = 0; b < gridDim.x; b++)
      s += partial[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = s;
  }
}
