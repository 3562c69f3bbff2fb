//pass
//--blockDim=64 --gridDim=[*,1,1]

// Each round of the wait, and the store of the flag, read the block's number in shared memory.
__device__ int ticket;
__global__ void look_back(const int *in, int *out, volatile int *flag, volatile int *prefix) {
  __shared__ int tile, base;
  if (threadIdx.x == 0) tile = atomicAdd(&ticket, 1);
  __syncthreads();
  int sum = __syncthreads_count(in[tile * 64 + threadIdx.x] != 0);
  if (threadIdx.x == 0) {
    int before = 0;
    if (tile > 0) {
      while (flag[tile - 1] == 0) { }
      __threadfence();
      before = prefix[tile - 1];
    }
    prefix[tile] = before + sum;
    __threadfence();
    flag[tile] = 1;
    base = before;
  }
  __syncthreads();
  out[tile * 64 + threadIdx.x] = base;
}
