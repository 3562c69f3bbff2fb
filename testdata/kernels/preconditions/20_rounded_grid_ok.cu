//pass
// Whole tiles only.
__global__ void update(float *h, const float *t, unsigned width) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  h[y * width + x] = t[y * width + x] * (x + y & 1 ? -1.0f : 1.0f);
}
void launch(float *h, float *t, unsigned width, unsigned height) {
  update<<<dim3(width / 8, height / 8), dim3(8, 8)>>>(h, t, width);
}
