//pass
//--blockDim=32 --gridDim=1
// The same with the length stated.
__global__ void sums(const float *in, float *out, int n) {
  __requires(n <= 32);
  __shared__ float row[32][32];
  for (int i = 0; i < n; ++i)
    row[threadIdx.x][i] = in[threadIdx.x * n + i];
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[threadIdx.x][i] * row[threadIdx.x][0];
  out[threadIdx.x] = sum;
}
