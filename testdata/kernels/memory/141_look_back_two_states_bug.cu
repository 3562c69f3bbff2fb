//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=3

// The sum of all is not there yet when the status says so.
__device__ int own[3], upTo[3];
__device__ volatile int status[3];

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
      before += upTo[p]; // want "race on upTo"
      break;
    }
    before += own[p];
  }
  __threadfence();
  status[b] = 2;
  upTo[b] = before + sum; // want "race on upTo"
  out[b] = before;
}
