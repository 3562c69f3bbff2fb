//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=64

// No fence stands between the aggregate and the status that tells of it.
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
    aggregate[b] = in[b];  // want "race on aggregate"
    status[b] = 1;
    for (int p = b - 1; p >= 0; --p) {
      int s;
      do { s = status[p]; } while (s == 0);
      __threadfence();
      if (s == 2) { sum += inclusive[p]; break; }
      sum += aggregate[p];  // want "race on aggregate"
    }
    inclusive[b] = sum + in[b];
    __threadfence();
    status[b] = 2;
    before = sum;
  }
  __syncthreads();
  out[b * 128 + t] = before;
}
