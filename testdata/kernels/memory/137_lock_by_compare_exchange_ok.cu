//pass
//--blockDim=256 --gridDim=128

// A lock by compare_exchange, which acquires, and a store that releases.
#include <cuda/atomic>

__device__ int mutex;
__device__ int total;

__global__ void add(const int *in) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(mutex);
  int expected;
  do {
    expected = 0;
  } while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed));
  total += in[blockIdx.x * blockDim.x + threadIdx.x];
  lock.store(0, cuda::memory_order_release);
}
