//pass
//--blockDim=64 --gridDim=*
// The same for strides that keep them apart.

struct Attention {
  float *out;
  int length, size;
  int headStride, rowStride;
};

__global__ void rows(Attention a) {
  __requires(a.length > 0 && a.size > 0 && a.rowStride >= a.size && a.headStride >= a.length * a.rowStride);
  int t = threadIdx.x;
  float *out = &a.out[blockIdx.x * a.headStride + (a.length - 1) * a.rowStride + t];
  for (int i = 0; i < a.length; i++) {
    if (t < a.size) *out = i;
    out -= a.rowStride;
  }
}
