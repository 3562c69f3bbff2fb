//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1

// The storage of a reduction lies where the tile is, of which each thread reads its own
// element; the reduction writes there before all have read.
#include <cub/cub.cuh>

__global__ void k(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ union {
    typename Reduce::TempStorage storage;
    int tile[128];
  } both;
  both.tile[127 - threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int x = both.tile[threadIdx.x]; // want "race on both"
  int sum = Reduce(both.storage).Sum(x); // want "race on both"
  if (threadIdx.x == 0) out[0] = sum;
}
