//pass
//--blockDim=512 --gridDim=*
// The threads that get here together reserve their places by one atomic of the first of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int next_place(int *count) {
  auto here = cg::coalesced_threads();
  int first;
  if (here.thread_rank() == 0) first = atomicAdd(count, here.size());
  return here.shfl(first, 0) + here.thread_rank();
}

__global__ void filter(int *out, int *count, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (in[i] > 0) out[next_place(count)] = in[i];
}
