//pass
//--blockDim=32 --gridDim=2
// A lock for each bin. Threads that do not get it try again later, so that the lanes of
// a warp do not wait for each other.
__global__ void count(const int *bin, int *lock, int *sum) {
  int b = bin[blockIdx.x * 32 + threadIdx.x] & 7;
  bool done = false;
  while (!done) {
    if (atomicExch(&lock[b], 1) == 0) {
      __threadfence();
      sum[b] += 1;
      __threadfence();
      atomicExch(&lock[b], 0);
      done = true;
    }
  }
}
