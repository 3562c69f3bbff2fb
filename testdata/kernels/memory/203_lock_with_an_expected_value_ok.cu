//pass
//--blockDim=64 --gridDim=64

// What the exchange compares with is set back in each round, so it is 0 in all of them.
#include <cuda/atomic>

__device__ int mutex;
__device__ int sums[64];

__global__ void add(int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, cuda::std::memory_order_acquire)) {
    expected = 0;
    __nanosleep(20);
  }
  sums[n & 63] += 3;
  lock.store(0, cuda::std::memory_order_release);
}
