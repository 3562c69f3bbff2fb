//pass
// Each pass leaves the sums of its blocks in an array of their own.

__global__ void reduce(const float *in, float *out, unsigned n) {
  __shared__ float sum[128];
  float own = 0;
  for (unsigned i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x) {
    own += in[i];
  }
  sum[threadIdx.x] = own;
  __syncthreads();
  for (unsigned s = 64; s > 0; s /= 2) {
    if (threadIdx.x < s) sum[threadIdx.x] += sum[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum[0];
}

void launch(float *in, float *out, int n) {
  reduce<<<(n + 127) / 128, 128>>>(in, out, n);
}
