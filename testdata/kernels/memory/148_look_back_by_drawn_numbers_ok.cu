//pass
//--blockDim=128 --gridDim=64

// Blocks draw their numbers in the order in which they begin, so that each waits for blocks that run.
__device__ volatile int status[64];
__device__ int aggregate[64], inclusive[64];
__device__ int next;
__global__ void k(const int *in, int *out) {
  __shared__ int before, me;
  int t = threadIdx.x;
  if (t == 0) me = atomicAdd(&next, 1);
  __syncthreads();
  int b = me;
  if (t == 0) {
    int sum = 0;
    aggregate[b] = in[b];
    __threadfence();
    status[b] = 1;
    for (int p = b - 1; p >= 0; --p) {
      int s;
      do { s = status[p]; } while (s == 0);
      __threadfence();
      if (s == 2) { sum += inclusive[p]; break; }
      sum += aggregate[p];
    }
    inclusive[b] = sum + in[b];
    __threadfence();
    status[b] = 2;
    before = sum;
  }
  __syncthreads();
  out[b * 128 + t] = before;
}
