//--blockDim=1 --gridDim=3
// fences: {}
// The scan of CUB with its fences (cub-scan): none is missing, and none is there that is not needed.
__device__ volatile int status[3];
__device__ int prefix[3];

__global__ void scan(const int *in, int *out) {
  int b = blockIdx.x, before = 0;
  if (b > 0) {
    while (status[b - 1] == 0) { }
    __threadfence();
    before = prefix[b - 1];
    out[b] = before;
  }
  if (b < 2) {
    prefix[b] = before + in[b];
    __threadfence();
    status[b] = 1;
  }
}
