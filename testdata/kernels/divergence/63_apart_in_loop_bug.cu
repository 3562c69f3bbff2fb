//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A lane that had to wait elsewhere meets its warp at a barrier in a loop, but for one that misses an iteration.
__global__ void rounds() {
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    if (t == 7) asm volatile("barrier.sync 1, 32;" ::: "memory");
    if (t >= 33) asm volatile("barrier.sync 1, 32;" ::: "memory");  // may "divergence"
    for (int j = 0; j < 2; j++)
      if (t != 40 || i + j != 2) __syncthreads();  // want "divergence"
  }
}
