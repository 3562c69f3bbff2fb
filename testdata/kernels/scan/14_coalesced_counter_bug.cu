//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=*
// The second thread reserves the places, but the number of the first is passed on.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int next_place(int *count) {
  auto here = cg::coalesced_threads();
  int first;
  if (here.thread_rank() == 1) first = atomicAdd(count, here.size());
  return here.shfl(first, 0) + here.thread_rank();
}

__global__ void filter(int *out, int *count, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (in[i] > 0) out[next_place(count)] = in[i]; // want "write-write race on out"
}
