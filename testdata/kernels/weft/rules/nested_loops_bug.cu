//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Barriers in nested loops with constant bounds.
// Refuted: the consumer's inner loop runs one time less, and the producer waits for it in the end.
__global__ void nested(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char cell[32];
  const int lane = threadIdx.x % 32;
  int n = 0;
  if (threadIdx.x < 32) {
    for (int outer = 0; outer < 3; ++outer)
      for (int inner = 0; inner < 4; ++inner) {
        cell[lane] = in[32 * n++ + lane];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");  // want "deadlock"
      }
  } else {
    for (int outer = 0; outer < 3; ++outer)
      for (int inner = 0; inner < 3; ++inner) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[32 * n++ + lane] = cell[lane] ^ cell[lane / 2];
        asm volatile("bar.arrive 2, 64;" ::: "memory");
      }
  }
}
