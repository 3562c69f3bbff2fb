//xfail:NOT_ALL_VERIFIED
// condition: gridDim.x == 1
// The last pass of a sum adds up a few values where they stand. With several blocks, one would read what
// another one writes; how many blocks there are only the program knows, which launches one.

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

int blocksFor(int n);

void launch(float *out, int n) {
  for (int s = n; s > 1; s /= 128) reduce<<<blocksFor(s), 128>>>(out, out, s);
}
