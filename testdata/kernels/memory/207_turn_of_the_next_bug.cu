//xfail:NOT_ALL_VERIFIED

// 207_turn_of_the_next_ok, and each block tells the turn of the one after the next: the second one waits for ever.
#include <cuda/atomic>

__device__ int turn;

__global__ void in_order(float *record, const float *in) {
  int t = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> word(turn);
  if (t == 0) {
    while (word.load(cuda::memory_order_acquire) != blockIdx.x) {}  // want "deadlock"
  }
  __syncthreads();
  record[t] = record[t] * 0.5f + in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t == 0) word.store(blockIdx.x + 2, cuda::memory_order_release);
}

void run(float *record, const float *in) {
  in_order<<<4, 64>>>(record, in);
}
