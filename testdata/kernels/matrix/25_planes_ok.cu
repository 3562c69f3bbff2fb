//pass
//--blockDim=[16,16]

// An image is taken apart into planes of w * h elements.
__global__ void to_planes(const unsigned char *rgb, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < 3; c++) out[c * w * h + y * w + x] = rgb[(y * w + x) * 3 + c] / 255.f;
}
