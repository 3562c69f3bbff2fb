//pass
//--blockDim=64 --gridDim=1
// A loop over tiles within a loop over rows, one scratch array: two barriers a tile.
__global__ void tiles(const float *in, float *out, int rows, int tiles) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int r = 0; r < rows; r++) {
    float sum = 0.f;
    for (int k = 0; k < tiles; k++) {
      s[t] = in[(r * tiles + k) * 64 + t];
      __syncthreads();
      sum += s[(t + 1) & 63];
      __syncthreads();
    }
    out[r * 64 + t] = sum;
  }
}
