//--blockDim=64 --gridDim=4
//proved barrier-divergence
//open data-race "on x at .*:14:5, which needs the condition at .*:13:3, which depends on the value that the atomic on lock at"
// A compare_exchange that fails writes what it has found, so the expected value tells who has the lock.
#include <cuda/atomic>

__device__ int lock, x;

__global__ void k() {
  cuda::atomic_ref<int, cuda::thread_scope_device> r(lock);
  int expected = 0;
  r.compare_exchange_strong(expected, 1, cuda::memory_order_acquire);
  if (expected == 0) {
    x++;
    r.store(0, cuda::memory_order_release);
  }
}
