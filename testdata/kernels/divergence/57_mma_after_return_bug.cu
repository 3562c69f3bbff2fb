//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Threads that have returned are missing at mma.sync.aligned, which needs the whole warp.
#define MMA(d, a, b) asm volatile( \
  "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
  : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
__global__ void product(const unsigned *a, const unsigned *b, float *c, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  unsigned fa[4], fb[2];
  float d[4] = {};
  for (int j = 0; j < 4; ++j) fa[j] = a[t * 4 + j];
  for (int j = 0; j < 2; ++j) fb[j] = b[t * 2 + j];
  MMA(d, fa, fb);  // want "divergence"
  for (int j = 0; j < 4; ++j) c[t * 4 + j] = d[j];
}
