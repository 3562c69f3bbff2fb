//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The second barrier stands behind the inner loop: enough for one tile a row.
__global__ void tiles(const float *in, float *out, int rows, int tiles) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int r = 0; r < rows; r++) {
    float sum = 0.f;
    for (int k = 0; k < tiles; k++) {
      s[t] = in[(r * tiles + k) * 64 + t];  // want "race on s"
      __syncthreads();
      sum += s[(t + 1) & 63];  // want "race on s"
    }
    __syncthreads();
    out[r * 64 + t] = sum;
  }
}
