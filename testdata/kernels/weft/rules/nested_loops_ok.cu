//pass
//--blockDim=96 --gridDim=1
// Barriers in nested loops with constant bounds, under a switch, in a do-while.
// Proved: both sides go through 3 x (1 + 2 + 3) generations.
__global__ void nested(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char cell[32];
  const int lane = threadIdx.x % 32;
  int n = 0;
  for (int outer = 0; outer < 3; ++outer) {
    for (int inner = 1; inner <= 3; ++inner) {
      int k = 0;
      do {
        switch (threadIdx.x / 32) {
          case 0:
            cell[lane] = in[32 * n + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            break;
          case 1:
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[32 * n + lane] = cell[lane] ^ cell[lane / 2];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
            break;
          default:
            asm volatile("bar.sync 3, 32;" ::: "memory");
        }
        ++n;
      } while (++k < inner);
    }
  }
}
