//pass
//--blockDim=96 --gridDim=1
// Two slots of 256 floats, each loaded by strides of 32 and read by strides of 64.
__global__ void k(const float *in, float *out, int n) {
  __shared__ float tile[2][256];
  int t = threadIdx.x;
  if (t < 32) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync %0, 96;" :: "r"(3 + (i & 1)) : "memory");
      for (int j = t; j < 256; j += 32) tile[i & 1][j] = in[i * 256 + j];
      asm volatile("bar.arrive %0, 96;" :: "r"(1 + (i & 1)) : "memory");
    }
  } else {
    float sum = 0;
    asm volatile("bar.arrive 3, 96;" ::: "memory");
    asm volatile("bar.arrive 4, 96;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync %0, 96;" :: "r"(1 + (i & 1)) : "memory");
      for (int j = t - 32; j < 256; j += 64) sum += tile[i & 1][j];
      asm volatile("bar.arrive %0, 96;" :: "r"(3 + (i & 1)) : "memory");
    }
    out[t - 32] = sum;
  }
}
