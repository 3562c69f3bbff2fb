//pass
//--blockDim=32 --gridDim=100

// An exchange sets the flag, and nobody looks at what it has found.
#include <cuda/atomic>
__device__ cuda::atomic_flag ready;
__device__ int data;

__global__ void publish(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data = 42;
    ready.test_and_set(cuda::std::memory_order_release);
    ready.notify_one();
  }
  ready.wait(false, cuda::std::memory_order_acquire);
  out[blockIdx.x * 32 + threadIdx.x] = data;
}
