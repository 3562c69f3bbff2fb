//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Scores of a query against keys in pages of 16: each warp takes pages in turn, and adds up the products of each
// key in shuffles. Pages overlap where they are written.
__global__ void scores(float *out, const float *q, const float *keys, const int *pages, int dim, int most) {
  extern __shared__ float scores[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, length = 64;
  for (int page = warp; page < (length + 15) / 16; page += 4) {
    int at = pages[blockIdx.x * most + page];
    for (int t = 0; t < 16; t++) {
      float s = 0;
      for (int i = lane; i < dim; i += 32) s += q[blockIdx.x * dim + i] * keys[(at * 16 + t) * dim + i];
      for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
      if (lane == 0) scores[page * 15 + t] = s; // want "race on scores"
    }
  }
  __syncthreads();
  for (int t = threadIdx.x; t < min(length, most * 16); t += 128) out[blockIdx.x * most * 16 + t] = scores[t];
}
