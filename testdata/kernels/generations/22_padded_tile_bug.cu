//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// As its twin, but the columns of the last row but one reach into the last row.
#define T 32
__global__ void k(const float *in, float *out, int n, int pitch) {
  __shared__ float tile[T][T];
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      for (int e = t; e < T * T; e += 64) {
        int r = e / T, c = e % T + (r == T - 2);
        tile[r][c] = in[r * pitch + i * T + c];  // want "race"
      }
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    t -= 64;
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      for (int e = t; e < T * T; e += 64) out[(i * T + e / T) * T + e % T] = tile[e % T][e / T];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
}
