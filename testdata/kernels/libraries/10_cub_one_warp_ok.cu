//pass
//--blockDim=32 --gridDim=1

// In a block of one warp the raking scan shuffles, and is no barrier for other memory.
#include <cub/cub.cuh>

__global__ void k(const int *in, int *out) {
  typedef cub::BlockScan<int, 32> Scan;
  __shared__ Scan::TempStorage storage;
  __shared__ int s[32];
  int x = in[threadIdx.x];
  s[threadIdx.x] = x;
  Scan(storage).InclusiveSum(x, x);
  __syncwarp();
  out[threadIdx.x] = x + s[(threadIdx.x + 1) % 32];
}
