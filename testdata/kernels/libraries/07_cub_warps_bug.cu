//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Warps reduce; a lane without work is missing.
#include <cub/warp/warp_reduce.cuh>

__global__ void k(const int *in, int *out, const int *work) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage storage[2];
  int group = threadIdx.x / 32, x = 0;
  if (work[threadIdx.x] != 0) {
    x = Reduce(storage[group]).Reduce(in[threadIdx.x], cub::Max()); // want "barrier divergence"
  }
  if (threadIdx.x % 32 == 0) out[group] = x;
}
