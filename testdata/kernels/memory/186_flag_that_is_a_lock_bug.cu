//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The flag is cleared without release.
#include <cuda/std/atomic>
using namespace cuda::std;
__device__ atomic_flag busy;
__device__ int total;

__global__ void add(const int *in) {
  while (busy.test_and_set(memory_order_acquire)) {}
  total += in[blockIdx.x]; // want "race on total"
  busy.clear(memory_order_relaxed);
}
