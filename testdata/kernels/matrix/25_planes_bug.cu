//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16]

// Planes of an image that begin in the middle of the one before.
__global__ void to_planes(const unsigned char *rgb, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < 3; c++) out[c * w * h / 2 + y * w + x] = rgb[(y * w + x) * 3 + c] / 255.f; // want "write-write race on out"
}
