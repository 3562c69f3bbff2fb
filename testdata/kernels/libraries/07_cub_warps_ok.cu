//pass
//--blockDim=64 --gridDim=1

// Warps reduce; a lane without work brings a 0.
#include <cub/warp/warp_reduce.cuh>

__global__ void k(const int *in, int *out, const int *work) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage storage[2];
  int group = threadIdx.x / 32, x = 0;
  if (work[threadIdx.x] != 0) x = in[threadIdx.x];
  x = Reduce(storage[group]).Reduce(x, cub::Max());
  if (threadIdx.x % 32 == 0) out[group] = x;
}
