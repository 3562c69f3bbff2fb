//pass
//--blockDim=64 --gridDim=1
// Tiles of eight threads reverse their own part of a buffer and reduce it by shuffles.
// Proved: who reads what is in one tile, and tile.sync() stands in between.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  s[t] = in[t];
  tile.sync();
  int v = s[tile.meta_group_rank() * 8 + 7 - tile.thread_rank()];
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  if (tile.any(v > 3)) v++;
  out[t] = v;
}
