//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=100

// The flag is set before the data are there.
#include <cuda/atomic>
__device__ cuda::atomic_flag ready;
__device__ int data;

__global__ void publish(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    ready.test_and_set(cuda::std::memory_order_release);
    data = 42; // want "race on data"
    ready.notify_one();
  }
  ready.wait(false, cuda::std::memory_order_acquire);
  out[blockIdx.x * 32 + threadIdx.x] = data; // want "race on data"
}
