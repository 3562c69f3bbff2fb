//xfail:NOT_ALL_VERIFIED
// The launch rounds the grid up, so that a width that is no multiple of 8 is one that the program passes: width >= 8 * gridDim.x
// is no condition on what programs do.
__global__ void update(float *h, const float *t, unsigned width) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  h[y * width + x] = t[y * width + x] * (x + y & 1 ? -1.0f : 1.0f);  // want "write-write race on h"
}
void launch(float *h, float *t, unsigned width, unsigned height) {
  update<<<dim3((width + 7) / 8, (height + 7) / 8), dim3(8, 8)>>>(h, t, width);
}
