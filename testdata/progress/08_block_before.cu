//--blockDim=32 --gridDim=4
// Each block waits for the one before it, which need not begin before it.
// fair: assuming all blocks of the grid run at the same time
// resident 3: deadlock: thread (0,0,0) of block (3,0,0) waits here
// resident 4: no deadlock
__device__ int done[4];

__global__ void chain() {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      while (atomicAdd(&done[blockIdx.x - 1], 0) == 0) { }
    atomicExch(&done[blockIdx.x], 1);
  }
}
