//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// The flag is released and acquired for the threads of one block only.
#include <cuda/atomic>

__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_block> flag{0};

__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42; // want "race on data"
    flag.store(1, cuda::memory_order_release); // want "race on flag"
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) { // want "race on flag"
    }
    out[0] = data; // want "race on data"
  }
}
