//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8

// A lock by compare_exchange that is relaxed: who gets it may read what the last holder has not written yet.
#include <cuda/atomic>

__device__ int mutex;
__device__ int total;

__global__ void add(const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected;
  do {
    expected = 0;
  } while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_relaxed, cuda::memory_order_relaxed));
  total += in[blockIdx.x * blockDim.x + threadIdx.x];  // want "race on total"
  lock.store(0, cuda::memory_order_release);
}
