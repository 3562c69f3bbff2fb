//pass
//--blockDim=32 --gridDim=2
// Pointers that walk: start, end, and a conditional base.
__global__ void walk(const int *a, const int *b, int *out, int which, int n) {
  const int *p = which ? a : b;
  int *q = out + (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  int *const end = q + 4;
  for (int k = 0; q != end; ++q, ++k) *q = k < n ? p[k] : k;
}
