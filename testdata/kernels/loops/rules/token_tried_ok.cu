//pass
//--blockDim=64 --gridDim=8
// A lock for each bin that threads try to take again and again, so that the lanes of a warp do not wait for
// each other.
__device__ int locks[16];

__global__ void count(const int *bin, int *sum) {
  int b = bin[blockIdx.x * 64 + threadIdx.x] & 15;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      sum[b] += 1;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
