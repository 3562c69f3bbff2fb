//pass
//--blockDim=128 --gridDim=4096

// Decoupled look-back: the status of a block says whether its own sum, or the sum of all up to it, is there.
__device__ int own[4096], upTo[4096];
__device__ volatile int status[4096];

__global__ void scan(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, sum = in[b], before = 0;
  own[b] = sum;
  __threadfence();
  status[b] = 1;
  for (int p = b - 1; p >= 0; p--) {
    int s;
    do s = status[p]; while (s == 0);
    __threadfence();
    if (s == 2) {
      before += upTo[p];
      break;
    }
    before += own[p];
  }
  upTo[b] = before + sum;
  __threadfence();
  status[b] = 2;
  out[b] = before;
}
