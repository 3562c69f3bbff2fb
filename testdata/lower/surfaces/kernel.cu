// Surfaces are memory at their coordinates; members without a name.
surface<void, cudaSurfaceType2D> out;

struct color {
  int kind;
  union {
    uchar4 c;
    unsigned bits;
  };
};

__device__ void put(cudaSurfaceObject_t to, int x, uchar4 c) { surf1Dwrite(c, to, x * 4); }

__global__ void k(cudaSurfaceObject_t in, cudaSurfaceObject_t other, color *p) {
  uchar4 c = surf2Dread<uchar4>(in, threadIdx.x * 4, blockIdx.x);
  surf2Dwrite(c, out, threadIdx.x * 4, blockIdx.x, cudaBoundaryModeTrap);
  float f;
  surf3Dread(&f, in, 4, 2, 1);
  put(other, threadIdx.x, c);
  p[threadIdx.x].bits = 1;
  p[threadIdx.x].c.y = c.x;
}
