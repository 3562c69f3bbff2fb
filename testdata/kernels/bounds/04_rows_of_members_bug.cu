//xfail:NOT_ALL_VERIFIED
//--blockDim=32
// Rows of four, and the fifth of each is the next row's tag.
struct Row { float v[4]; int tag; };
struct Page { int number; Row rows[8]; };
__device__ void put(float *p, int i) { p[i] = i; }  // want "access out of bounds"
__global__ void fill(Page *pages) {
  Row &r = pages[blockIdx.x].rows[threadIdx.x / 4];
  put(r.v, threadIdx.x % 4 + 1);
}
