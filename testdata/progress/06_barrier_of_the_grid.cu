//--blockDim=64 --gridDim=8
// A barrier of the grid by a counter needs all of its blocks at the same time.
// fair: assuming all blocks of the grid run at the same time
// resident 7: 15 deadlock: thread (0,0,0) of block (0,0,0) waits here
// resident 7: begun, as 7 blocks run at a time
// resident 8: no deadlock
// lockstep: assuming all blocks of the grid run at the same time
__device__ unsigned arrived;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) { }
    __threadfence();
  }
  __syncthreads();
}
