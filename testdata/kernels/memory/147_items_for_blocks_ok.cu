//pass
//--blockDim=128 --gridDim=64

// One thread draws the next item for its block, and tells it through shared memory.
__device__ int next;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int i;
  for (;;) {
    if (threadIdx.x == 0) i = atomicAdd(&next, 1);
    __syncthreads();
    int j = i;
    __syncthreads();
    if (j >= n) break;
    out[j * 128 + threadIdx.x] = in[j * 128 + threadIdx.x];
  }
}
