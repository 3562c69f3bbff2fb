// Operations on half2 are operations on its halves.
#include <cuda_fp16.h>

__global__ void k(half2 *p, float2 *f, half *h) {
  half2 v = __hadd2(p[0], __float2half2_rn(1.0f));
  v = v * p[1];
  v = __hfma2(v, v, __halves2half2(h[0], h[1]));
  f[0] = __half22float2(v);
  h[2] = __hadd(__low2half(v), __high2half(v));
  p[2] = __hneg2(__lowhigh2highlow(v));
}
