//--blockDim=32 --gridDim=1
// Which side of the branch runs first in lock step is not said: if it is the one that waits, the flag is never set.
// fair: no deadlock
// lockstep: 11 deadlock: thread (1,0,0) of block (0,0,0) waits here
__device__ int flag;

__global__ void signal() {
  if (threadIdx.x == 0)
    atomicExch(&flag, 1);
  else
    while (atomicAdd(&flag, 0) == 0) { }
}
