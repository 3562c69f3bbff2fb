//xfail:NOT_ALL_VERIFIED
// The blocks of a column begin at different elements.
__global__ void redo(float *o, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int j = blockIdx.y; j <= i; j++) s += a[j];
    o[i] = s;  // want "write-write race on o"
  }
}
void go(float *o, const float *a, int n) { redo<<<dim3(n / 128 + 1, 4), 128>>>(o, a, n); }
