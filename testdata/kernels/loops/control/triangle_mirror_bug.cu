//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The mirrored entry belongs to another row, whose owner writes it as well.
__global__ void pairs(float *m, const float *x, int n) {
  for (int i = threadIdx.x; i < n; i += 64) {
    for (int j = i; j < n; j++) {
      m[i * n + j] = x[i] - x[j];
      m[j * n + i] += x[j];  // want "race on m"
    }
    for (int j = 0; j < i; j++) m[i * n + j] = x[i] + x[j];  // want "race on m"
  }
}
