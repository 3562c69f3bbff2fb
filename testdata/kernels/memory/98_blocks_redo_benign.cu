//pass
// The blocks of a column compute the same sums.
__global__ void redo(float *o, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int j = 0; j <= i; j++) s += a[j];
    o[i] = s;
  }
}
void go(float *o, const float *a, int n) { redo<<<dim3(n / 128 + 1, 4), 128>>>(o, a, n); }
