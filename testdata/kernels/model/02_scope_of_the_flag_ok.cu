//pass
//--blockDim=32 --gridDim=2

// The flag is released and acquired for all threads of the device.
#include <cuda/atomic>

__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag{0};

__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;
  }
}
