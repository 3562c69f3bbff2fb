//xfail:NOT_ALL_VERIFIED
//--blockDim=32,8 --gridDim=*
// Nothing says that rows do not overlap.
__global__ void invert(unsigned char *img, int width, int height, int pitch) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      img[y * pitch + x] = 255 - img[y * pitch + x];  // want "race on img"
}
