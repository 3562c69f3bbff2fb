//xfail:NOT_ALL_VERIFIED
//--blockDim=4 --gridDim=1

// An exchange that fails stores what it has found, so the next one takes the lock from its holder.
#include <cuda/atomic>

__device__ int mutex;
__device__ int sums[64];

__global__ void add(int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, cuda::std::memory_order_acquire)) {
    __nanosleep(20);
  }
  sums[n & 63] += 3; // want "race on sums"
  lock.store(0, cuda::std::memory_order_release);
}
