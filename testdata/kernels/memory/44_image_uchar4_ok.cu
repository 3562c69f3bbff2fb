//pass
//--blockDim=16,16 --gridDim=2,2
// RGBA to grey, dithered by column, written back as uchar4.
typedef uchar4 pixel_t;
__global__ void grey(const pixel_t *src, pixel_t *dst, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    pixel_t p = src[y * width + x];
    unsigned char g = (unsigned char)((p.x * 77 + p.y * 151 + p.z * 28 + 8 * threadIdx.x) >> 8);
    dst[y * width + x] = make_uchar4(g, g, g, p.w);
  }
}
