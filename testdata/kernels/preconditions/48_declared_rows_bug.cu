//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// condition: n <= 32
// A row of shared memory for each thread, as long as the kernel declares it: what is longer runs into the row of the next thread.
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float row[32][32];
  for (int i = 0; i < n; ++i)
    row[threadIdx.x][i] = in[threadIdx.x * n + i]; // want "race on row"
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[threadIdx.x][i] * row[threadIdx.x][0]; // want "race on row"
  out[threadIdx.x] = sum;
}
