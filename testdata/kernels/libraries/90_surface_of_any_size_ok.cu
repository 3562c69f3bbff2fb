//pass
//--blockDim=[16,16] --gridDim=[4,4]
// A surface has coordinates: a row never runs into the next one.
__global__ void put(cudaSurfaceObject_t s, unsigned w, unsigned h) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) surf2Dwrite((unsigned char)1, s, x, y);
}
