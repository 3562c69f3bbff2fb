//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The barrier is one of the block: the last thread reads what the next block writes.
__global__ void k(int *a) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  int next = a[i + 1]; // want "read-write race on a"
  cg::this_thread_block().sync();
  a[i] = next; // want "race on a"
}
