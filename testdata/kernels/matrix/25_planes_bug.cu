//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16]

// Planes of an image that begin a row after one another.
__global__ void to_planes(const unsigned char *rgb, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < 3; c++) out[c * w + y * w + x] = rgb[(y * w + x) * 3 + c] / 255.f; // want "write-write race on out"
}
