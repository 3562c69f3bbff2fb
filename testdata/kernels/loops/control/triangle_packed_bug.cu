//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Rows that start at i * (i - 1) / 2 are one element too short.
__global__ void packed(float *m, const float *v) {
  int i = threadIdx.x;
  for (int j = 0; j <= i; j++) m[i * (i - 1) / 2 + j] = v[i] * v[j];  // want "race on m"
}
