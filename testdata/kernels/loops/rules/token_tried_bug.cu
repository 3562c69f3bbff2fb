//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8
// The lock is of one bin, and the next one is counted.
__device__ int locks[16];

__global__ void count(const int *bin, int *sum) {
  int b = bin[blockIdx.x * 64 + threadIdx.x] & 15;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      if (sum[b] < 100) // want "race on sum"
        sum[(b + threadIdx.x) & 15] += 1; // want "race on sum"
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
