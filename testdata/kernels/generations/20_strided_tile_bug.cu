//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// One warp loads a tile of any length by strides of 16: half of it twice.
__global__ void k(const float *in, float *out, int n, int length) {
  extern __shared__ float tile[];
  int t = threadIdx.x;
  if (t < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 96;" ::: "memory");
      for (int j = t; j < length; j += 16) tile[j] = in[i * length + 2 * j + t];  // want "race"
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    float sum = 0;
    asm volatile("bar.arrive 2, 96;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      for (int j = t - 32; j < length; j += 64) sum += tile[j];
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
    out[t - 32] = sum;
  }
}
