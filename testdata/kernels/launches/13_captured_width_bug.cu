//xfail:NOT_ALL_VERIFIED
// The rows that the lambda writes are shorter than a block.

template <class F> __global__ void rows(F f) { f(blockIdx.x, threadIdx.x); }

void run(float *a, int height) {
  const int width = 60;
  rows<<<height, 64>>>([=] __device__ (int y, int x) { a[y * width + x] = x; }); // want "write-write race on f.a"
}
