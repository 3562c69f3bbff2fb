//pass

// Blocks write to one record in the order of their numbers. A block acquires its turn, and releases that of the next one.
#include <cuda/atomic>

__device__ int turn;

__global__ void in_order(float *record, const float *in) {
  int t = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> word(turn);
  if (t == 0) {
    while (word.load(cuda::memory_order_acquire) != blockIdx.x) {}
  }
  __syncthreads();
  record[t] = record[t] * 0.5f + in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0) word.store(blockIdx.x + 1, cuda::memory_order_release);
}

void run(float *record, const float *in, int n) {
  in_order<<<n, 64>>>(record, in);
}
