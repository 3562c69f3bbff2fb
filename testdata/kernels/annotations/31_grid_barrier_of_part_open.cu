//open
//--blockDim=64 --gridDim=4
//open data-race "unsupported: a barrier of the whole grid in a kernel where other operations may use barrier 0"
//open barrier-divergence "31_grid_barrier_of_part_open.cu:19:3"
//open deadlock "for a part of the block"
//open barrier-recycling "for a part of the block"
//open barrier-count "for a part of the block"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The block waits at barrier 0 for the grid, and a warp has waited at it for itself. Who of the block meets at which
// generation is not followed.
__global__ void k(int *a) {
  int t = threadIdx.x;
  if (t < 32)
    asm volatile("bar.sync 0, 32;" ::: "memory");
  int next = a[blockIdx.x * 64 + t + 1];
  cg::this_grid().sync();
  a[blockIdx.x * 64 + t] = next;
}
