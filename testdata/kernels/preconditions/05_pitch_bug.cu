//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16] --gridDim=1
// condition: pitch >= width
// Rows of an image that are longer than its pitch overlap. Safe if width <= pitch.
__global__ void clear_image(int *image, int width, int pitch) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width)
    image[y * pitch + x] = y;  // want "write-write race on image"
}
