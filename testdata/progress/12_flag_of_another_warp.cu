//--blockDim=64 --gridDim=1
// The warps take different sides of the branch.
// fair: no deadlock
// lockstep: no deadlock, for every size
__device__ int flag;

__global__ void signal() {
  if (threadIdx.x / 32 == 0) {
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) { }
  }
}
