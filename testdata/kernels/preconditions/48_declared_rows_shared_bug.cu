//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// The same with a row for two threads: no length helps.
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float row[32][32];
  for (int i = 0; i < n; ++i)
    row[threadIdx.x / 2][i] = in[threadIdx.x * n + i]; // want "race on row"
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[threadIdx.x / 2][i] * row[threadIdx.x / 2][0]; // want "race on row"
  out[threadIdx.x] = sum;
}
