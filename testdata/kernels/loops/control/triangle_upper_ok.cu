//pass
//--blockDim=64 --gridDim=1
// Pairs i < j with both counters free, symmetric entries written by one thread: the
// row's owner.
__global__ void pairs(float *m, const float *x, int n) {
  for (int i = threadIdx.x; i < n; i += 64) {
    m[i * n + i] = 0.f;
    for (int j = i + 1; j < n; j++) m[i * n + j] = x[i] - x[j];
  }
}
