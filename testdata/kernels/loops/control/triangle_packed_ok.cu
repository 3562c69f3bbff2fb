//pass
//--blockDim=64 --gridDim=1
// A packed triangle: row i starts at i * (i + 1) / 2.
__global__ void packed(float *m, const float *v) {
  int i = threadIdx.x;
  for (int j = 0; j <= i; j++) m[i * (i + 1) / 2 + j] = v[i] * v[j];
}
