//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Producer, worker, storer: but warp 2 hands the buffer on before it has read it.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 3, 64;" ::: "memory");
      buf[lane] = in[i * 32 + lane];  // want "race"
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else if (warp == 1) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      buf[lane] = buf[lane] * 2;  // want "race"
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 3, 64;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      asm volatile("bar.arrive 3, 64;" ::: "memory");
      out[i * 32 + lane] = buf[31 - lane];  // want "race"
    }
  }
}
