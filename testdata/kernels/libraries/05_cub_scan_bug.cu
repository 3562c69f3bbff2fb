//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Tiles are scanned one behind the other, with a running prefix. Threads behind the end
// take no part in the scan of the last tile.
#include <cub/block/block_scan.cuh>

struct running {
  int total;
  __device__ int operator()(int more) {
    int before = total;
    total += more;
    return before;
  }
};

__global__ void k(const int *in, int *out, int n) {
  typedef cub::BlockScan<int, 64, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ Scan::TempStorage storage;
  running prefix = {0};
  for (int tile = 0; tile < n; tile += 64) {
    int i = tile + threadIdx.x;
    if (i >= n) continue;
    int x = in[i];
    Scan(storage).ExclusiveSum(x, x, prefix); // want "barrier divergence"
    __syncthreads();
    if (i < n) out[i] = x;
  }
}
