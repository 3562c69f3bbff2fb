//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// In a block of one warp the raking scan shuffles, and other memory is not ordered by it.
#include <cub/cub.cuh>

__global__ void k(const int *in, int *out) {
  typedef cub::BlockScan<int, 32> Scan;
  __shared__ Scan::TempStorage storage;
  __shared__ int s[32];
  int x = in[threadIdx.x];
  s[threadIdx.x] = x; // want "race on s"
  Scan(storage).InclusiveSum(x, x);
  out[threadIdx.x] = x + s[(threadIdx.x + 1) % 32]; // want "race"
}
