//pass
//--blockDim=64 --gridDim=1
// Two warps meet at different barrier.sync 0: without .aligned, any barrier of that number is the same.
__global__ void rounds(int n) {
  if (threadIdx.x < 32)
    for (int r = 0; r < n; ++r) asm volatile("barrier.sync 0;" ::: "memory");
  else
    for (int r = 0; r < n; ++r) asm volatile("barrier.sync 0;" ::: "memory");
}
