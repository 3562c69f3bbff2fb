// The grid as a group, the threads that are together, groups as parameters.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int rank_in(cg::thread_group g) {
  g.sync();
  return g.thread_rank();
}

__global__ void k(int *a, unsigned long long *b) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<4> tile = cg::tiled_partition<4>(warp);
  cg::thread_group any = cg::tiled_partition(block, 16);
  b[grid.thread_rank()] = grid.size();
  grid.sync();
  cg::sync(grid);
  a[0] = rank_in(block) + rank_in(tile) + rank_in(any);
  if (threadIdx.x & 1) {
    cg::coalesced_group here = cg::coalesced_threads();
    if (here.thread_rank() == 0) a[1] = here.size();
    here.sync();
  }
  a[2] = cg::reduce(tile, a[3], cg::plus<int>());
  a[3] = warp.meta_group_size();
}
