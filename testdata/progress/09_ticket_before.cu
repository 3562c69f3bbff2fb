//--blockDim=32 --gridDim=4
// Tickets number blocks in the order in which they begin, so that one is enough at a time.
// fair: no deadlock
// resident 1: no deadlock
__device__ int done[4], next;

__global__ void chain() {
  if (threadIdx.x == 0) {
    int ticket = atomicAdd(&next, 1);
    if (ticket > 0)
      while (atomicAdd(&done[ticket - 1], 0) == 0) { }
    atomicExch(&done[ticket], 1);
  }
}
