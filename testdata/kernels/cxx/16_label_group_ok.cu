//pass
//--blockDim=64 --gridDim=2

// One thread counts for all threads of its warp that have the same label, and tells them where it began.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int reserve(int *counters, int label) {
  cg::coalesced_group active = cg::coalesced_threads();
  auto same = cg::labeled_partition(active, label);
  int first = 0;
  if (same.thread_rank() == 0)
    first = atomicAdd(&counters[label], same.size());
  first = same.shfl(first, 0);
  return first + same.thread_rank();
}

__global__ void histogram(int *counters, int *slots, const int *labels, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (labels[i] >= 0)
      atomicAdd(&slots[reserve(counters, labels[i])], 1);
}
