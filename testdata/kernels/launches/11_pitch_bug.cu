//xfail:NOT_ALL_VERIFIED
// Rows of an image whose pitch the runtime chooses. The kernel takes elements for bytes, and divides by the size
// of an element once more: each row begins in the one before.

__global__ void clear(float *out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * (pitch / 4) + x] = 0.5f * x; // want "race on out"
}

void run(int width, int height) {
  float *out;
  size_t pitch;
  cudaMallocPitch(&out, &pitch, width * sizeof(float), height);
  dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  clear<<<grid, block>>>(out, width, height, pitch / sizeof(float));
}
