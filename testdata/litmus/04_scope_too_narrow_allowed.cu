// The scope of the flag is the block, and the threads are in two.
//--blockDim=1 --gridDim=2
#include <cuda/atomic>
__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_block> flag{0};

// exists: r[0]==1 && r[1]!=42
__global__ void narrow(int *r) {
  if (blockIdx.x == 0) {
    data = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    r[0] = flag.load(cuda::memory_order_acquire);
    r[1] = data;
  }
}
