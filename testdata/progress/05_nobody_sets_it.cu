//--blockDim=128 --gridDim=16
// The launch is too large to look at all executions.
// fair: 8 deadlock: thread (0,0,0) of block (0,0,0) waits here
// fair: and nobody changes what they read any more
__device__ int flag, other;

__global__ void wait() {
  while (atomicAdd(&flag, 0) == 0) { }
  if (threadIdx.x == 0)
    atomicExch(&other, 1);
}
