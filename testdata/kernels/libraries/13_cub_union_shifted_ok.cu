//pass
//--blockDim=128 --gridDim=1

// As 12_cub_union, but that each thread reads the element that another one wrote five places away, and
// all wait before CUB writes there, twice.
#include <cub/cub.cuh>

__global__ void k(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ union {
    typename Reduce::TempStorage storage;
    int tile[128];
  } both;
  both.tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int x = both.tile[(threadIdx.x + 5) % 128];
  __syncthreads();
  int sum = Reduce(both.storage).Sum(x);
  __syncthreads();
  sum += Reduce(both.storage).Sum(x + 1);
  if (threadIdx.x == 0) out[0] = sum;
}
