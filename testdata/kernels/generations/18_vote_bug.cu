//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[64];
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      buf[t] = in[i * 64 + t];  // want "race"
      int any;
      asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 1, 64, p; selp.s32 %0, 1, 0, q; }"
                   : "=r"(any) : "r"(buf[t] > 3) : "memory");
      out[i * 64 + t] = buf[63 - t] + any;  // want "race"
    }
  } else {
    out[n * 64 + t] = in[t];
  }
}
