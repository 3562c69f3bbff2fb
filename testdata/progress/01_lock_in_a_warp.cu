//--blockDim=64 --gridDim=2
// Every thread takes the lock. In lock step, the one that has it stands where the loop ends until the others of its
// warp have left the loop, too.
// fair: no deadlock
// lockstep: 11 deadlock: thread (1,0,0) of block (0,0,0) waits here
// lockstep: in lock step, thread (0,0,0) of block (0,0,0) goes on only when they have ended their loop
__device__ int mutex;
__device__ int total;

__global__ void add() {
  while (atomicCAS(&mutex, 0, 1) != 0) { }
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&mutex, 0);
}
