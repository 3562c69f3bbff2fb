//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// Only atomics touch the counters, but the scope of those of the grid is the block.
#include <cuda/atomic>

__global__ void k(int *total, const int *in, int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  if (threadIdx.x == 0) count.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0) count.fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> all(*total);
  if (threadIdx.x == 0) {
    all.fetch_add(count.load(cuda::memory_order_relaxed), cuda::memory_order_relaxed); // want "race on total"
    int seen = all; // want "race on total"
    while (seen < 1000 && !all.compare_exchange_weak(seen, 1000)) {
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
