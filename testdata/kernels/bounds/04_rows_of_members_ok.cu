//pass
//--blockDim=32
// Rows of four, each element by a thread of its own.
struct Row { float v[4]; int tag; };
struct Page { int number; Row rows[8]; };
__device__ void put(float *p, int i) { p[i] = i; }
__global__ void fill(Page *pages) {
  Row &r = pages[blockIdx.x].rows[threadIdx.x / 4];
  put(r.v, threadIdx.x % 4);
}
