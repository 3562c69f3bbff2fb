//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// PyTorch's half types have their bits as member x.
#include <torch/types.h>

__device__ at::Half shifted(unsigned int word, bool upper) {
  at::Half h;
  h.x = upper ? word >> 16 : word & 0xffff;
  return h;
}

__device__ int bits(const at::BFloat16 &b) { return b.x; }

__global__ void split(const unsigned int *words, at::Half *out, at::BFloat16 *rest, int *count) {
  int t = threadIdx.x;
  at::Half h;
  h.x = 0x3c00;
  if (h.x == 15 * 1024) count[0] = t;  // want "race on count"
  out[2 * t] = shifted(words[t], false);
  out[2 * t + 1].x = shifted(words[t], true).x;
  count[t + 1] = bits(rest[t]);
  rest[t].x |= sizeof(h.x);
}
