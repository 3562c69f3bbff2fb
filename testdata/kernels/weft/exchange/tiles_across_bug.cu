//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Tiles of eight threads, of which each reads what the neighbouring tile has written.
// Refuted: tile.sync() orders the threads of one tile only.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  s[t] = in[t];  // want "race on s"
  tile.sync();
  out[t] = s[(t & ~15) + 15 - (t & 15)];  // want "race on s"
}
