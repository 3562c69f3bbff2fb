//pass
//--blockDim=32 --gridDim=100

// Who waits for the atomic to change acquires what was written before.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;
__device__ int data;

__global__ void publish(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data = 42;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  }
  ready.wait(0, cuda::memory_order_acquire);
  out[blockIdx.x * 32 + threadIdx.x] = data;
}
