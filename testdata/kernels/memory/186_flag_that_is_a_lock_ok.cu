//pass
//--blockDim=64 --gridDim=64

// A flag that threads test and set is a lock, by members and by functions of their own.
#include <cuda/std/atomic>
using namespace cuda::std;
__device__ atomic_flag busy, open_ = ATOMIC_FLAG_INIT;
__device__ int total, more;

__global__ void add(const int *in) {
  while (busy.test_and_set(memory_order_acquire)) {}
  total += in[blockIdx.x];
  busy.clear(memory_order_release);

  while (atomic_flag_test_and_set_explicit(&open_, memory_order_acquire)) {}
  more += in[blockIdx.x];
  atomic_flag_clear_explicit(&open_, memory_order_release);
}
