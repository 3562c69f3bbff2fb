//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
// No fence behind taking the lock of a bin.
__global__ void count(const int *bin, int *lock, int *sum) {
  int b = bin[blockIdx.x * 32 + threadIdx.x] & 7;
  bool done = false;
  while (!done) {
    if (atomicExch(&lock[b], 1) == 0) {
      sum[b] += 1;  // want "race on sum"
      __threadfence();
      atomicExch(&lock[b], 0);
      done = true;
    }
  }
}
