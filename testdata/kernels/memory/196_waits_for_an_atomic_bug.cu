//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=100

// Who waits sees the flag, and does not acquire.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;
__device__ int data;

__global__ void publish(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data = 42; // want "race on data"
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  }
  ready.wait(0, cuda::memory_order_relaxed);
  out[blockIdx.x * 32 + threadIdx.x] = data; // want "race on data"
}
