//pass
//--blockDim=64 --gridDim=1
// A lane that had to wait elsewhere meets its warp at a barrier in a loop.
__global__ void rounds() {
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    if (t == 7) asm volatile("barrier.sync 1, 32;" ::: "memory");
    if (t >= 33) asm volatile("barrier.sync 1, 32;" ::: "memory");
    for (int j = 0; j < 2; j++)
      __syncthreads();
  }
}
