#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ float total(cg::thread_block_tile<32> tile, float v) {
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  return v;
}
__global__ void k(float *a) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  a[block.thread_rank()] = total(tile, 1.0f);
  block.sync();
  tile.sync();
  cg::sync(block);
  if (tile.thread_rank() == 0) a[tile.meta_group_rank()] = 0.0f;
}
