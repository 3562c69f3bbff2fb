//pass
//--blockDim=32,8 --gridDim=*
// Grid-stride in both dimensions of an image with a pitch.
__global__ void invert(unsigned char *img, int width, int height, int pitch) {
  __requires(pitch >= width);
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      img[y * pitch + x] = 255 - img[y * pitch + x];
}
