//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Consumers transpose the tiles of a producer into a matrix of any width and height,
// and normalise its rows, but shifted by one element.
__global__ void k(const float *in, float *out, int width, int height, int tiles) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  if (t >= 64) {
    for (int i = 0; i < tiles; i++) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      tile[t - 64] = in[i * 64 + t - 64];
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < tiles; i++) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      if (t < width && i < height) out[t * height + i] = tile[t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
  __syncthreads();
  for (int row = t; row < width; row += 128) {
    float sum = 0;
    for (int c = 0; c < height; c++) sum += out[row * height + c];  // want "race"
    for (int c = 0; c < height; c++) out[row * height + c + 1] /= sum;  // want "race"
  }
}
