//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: a.rowStride >= a.size && a.headStride >= a.length * a.rowStride
// Rows of heads, from the last one to the first: nothing says that they do not overlap.

struct Attention {
  float *out;
  int length, size;
  int headStride, rowStride;
};

__global__ void rows(Attention a) {
  int t = threadIdx.x;
  float *out = &a.out[blockIdx.x * a.headStride + (a.length - 1) * a.rowStride + t];
  for (int i = 0; i < a.length; i++) {
    if (t < a.size) *out = i; // want "write-write race on a.out"
    out -= a.rowStride;
  }
}
