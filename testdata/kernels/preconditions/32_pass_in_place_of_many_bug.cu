//xfail:NOT_ALL_VERIFIED
// The pass in place has a block for each 128 elements: one reads what another one writes.

__global__ void reduce(const float *in, float *out, unsigned n) {
  __shared__ float sum[128];
  float own = 0;
  for (unsigned i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x) {
    own += in[i];  // want "race on out"
  }
  sum[threadIdx.x] = own;
  __syncthreads();
  for (unsigned s = 64; s > 0; s /= 2) {
    if (threadIdx.x < s) sum[threadIdx.x] += sum[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum[0];  // want "race on out"
}

void launch(float *out, int n) {
  reduce<<<(n + 127) / 128, 128>>>(out, out, n);
}
