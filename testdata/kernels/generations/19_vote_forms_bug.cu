//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[128];
  int t = threadIdx.x, r;
  for (int i = 0; i < n; ++i) {
    buf[t] = in[i * 128 + t];
    if (t < 64) {
      asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 3; barrier.cta.red.popc.aligned.u32 %0, 1, 96, p; }"  // want "deadlock"
                   : "=r"(r) : "r"(in[t]) : "memory");
      out[i * 128 + t] = buf[63 - t] + r;
      asm volatile("barrier.cta.arrive.aligned 3, 128;" ::: "memory");
      asm volatile("barrier.sync.aligned 4;" ::: "memory");
    } else {
      asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 3; barrier.red.and.aligned.pred q, 2, 64, !p; selp.s32 %0, 1, 0, q; }"
                   : "=r"(r) : "r"(in[t]) : "memory");
      out[i * 128 + t] = buf[191 - t] + r;
      asm volatile("barrier.sync.aligned 3, 128;" ::: "memory");  // want "deadlock"
      buf[t] = r;
      asm volatile("barrier.cta.sync.aligned 4, 128;" ::: "memory");
    }
  }
}
