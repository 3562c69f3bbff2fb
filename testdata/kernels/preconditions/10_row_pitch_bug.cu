//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16] --gridDim=*,*
// condition: pitch >= width
// Rows of an image overlap where the pitch is smaller than a row: no program passes that.
__global__ void ramp(float *image, int width, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width)
    image[y * pitch + x] = x;  // want "write-write race on image"
}
