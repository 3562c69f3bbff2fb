//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// A group of three warps asks by bar.red whether anyone of it changed; the fourth warp logs the answer.
// Refuted: the reduction counts the logger as well, which takes no part.
__device__ bool group_any(bool mine) {
  int any;
  asm volatile(
      "{\n"
      "  .reg .pred p, q;\n"
      "  setp.ne.u32 p, %1, 0;\n"
      "  bar.red.or.pred q, 4, 128, p;\n"
      "  selp.u32 %0, 1, 0, q;\n"
      "}\n"
      : "=r"(any)
      : "r"((int)mine)
      : "memory");
  return any;
}
__device__ unsigned group_count(bool mine) {
  unsigned n;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 5, 96, p; }"
               : "=r"(n) : "r"((unsigned)mine) : "memory");
  return n;
}

__global__ void settle(const int *in, int *out, int *log) {
  __shared__ int cell[96], flag;
  int t = threadIdx.x;
  if (t < 96) {
    cell[t] = in[t];
    bool any = group_any(cell[t] < 0);  // want "deadlock"
    int next = any ? cell[95 - t] : cell[t];
    unsigned n = group_count(next != cell[t]);
    out[t] = next;
    if (t == 0) flag = any ? (int)n : -1;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");  // want "deadlock"
    log[t - 96] = flag;
  }
}
