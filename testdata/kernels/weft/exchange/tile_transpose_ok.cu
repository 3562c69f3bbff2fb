//pass
//--blockDim=128 --gridDim=1
// Cooperative groups: each warp-sized tile transposes four rows of eight in its own shared patch.
// Proved: tile.sync stands between the writes and the reads, and before the next writes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void transpose(const int *in, int *out) {
  __shared__ int patch[4][33];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  const unsigned lane = tile.thread_rank();
  int *mine = patch[tile.meta_group_rank()];

  int v = in[block.thread_rank()];
  for (int pass = 0; pass < 3; ++pass) {
    mine[lane] = v;
    tile.sync();
    v = mine[lane % 4 * 8 + lane / 4];
    tile.sync();
  }
  out[block.thread_rank()] = v;
}
