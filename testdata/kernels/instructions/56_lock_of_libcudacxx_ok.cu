//pass
//--blockDim=1 --gridDim=2

// A lock by cuda::atomic_ref.
#include <cuda/atomic>
__device__ int mutex, total;
__global__ void k() {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  while (lock.exchange(1, cuda::memory_order_acquire) != 0) { }
  total += 1;
  lock.store(0, cuda::memory_order_release);
}
