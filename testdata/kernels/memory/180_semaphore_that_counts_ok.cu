//pass
//--blockDim=64 --gridDim=64

// A counting semaphore that starts with one permit is a lock, also for those who only try.
#include <cuda/std/semaphore>
__device__ cuda::std::counting_semaphore<> permits(1);
__device__ int total, tried;

__global__ void add(const int *in) {
  permits.acquire();
  total += in[blockIdx.x];
  permits.release();
  if (permits.try_acquire()) {
    tried++;
    permits.release();
  }
}
