//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1

// As 12_cub_union, but that each thread reads the element that another one wrote five places away:
// whichever element that is, CUB may write it before all have read.
#include <cub/cub.cuh>

__global__ void k(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ union {
    typename Reduce::TempStorage storage;
    int tile[128];
  } both;
  both.tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int x = both.tile[(threadIdx.x + 5) % 128]; // want "race on both"
  int sum = Reduce(both.storage).Sum(x); // want "race on both"
  if (threadIdx.x == 0) out[0] = sum;
}
