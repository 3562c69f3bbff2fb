//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A row is too short where the last block is not full.
__global__ void blocks_of_four(float *row, const float *in, int n) {
  __shared__ float s[64];
  int t = threadIdx.x, i;
  float sum = 0.f;
  for (i = 1; i < n; i += 4) {
    s[t] = in[i + t];
    __syncthreads();
    sum += s[63 - t];
    __syncthreads();
  }
  row[t * (n + 2)] = t;          // want "race on row"
  row[t * (n + 2) + i] = sum;    // want "race on row"
}
