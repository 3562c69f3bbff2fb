//pass
//--blockDim=128 --gridDim=1
// Chunks of 16 bytes as tensor cores take them: the place of a chunk in its row depends on the row,
// in every round of a loop whose length is not known.
__global__ void chunks(const int4 *g, int4 *o, int n) {
  __shared__ int4 s[32][8];
  int row = threadIdx.x / 8, col = threadIdx.x % 8;
  int r = threadIdx.x % 32, c = threadIdx.x / 32;
  for (int k = 0; k < n; k++) {
    s[row][col ^ (row % 8)] = g[k * 256 + threadIdx.x];
    s[row + 16][col ^ ((row + 16) % 8)] = g[k * 256 + 128 + threadIdx.x];
    __syncthreads();
    o[k * 256 + threadIdx.x] = s[r][c ^ (r & 7)];
    o[k * 256 + 128 + threadIdx.x] = s[r][(c + 4) ^ (r & 7)];
    __syncthreads();
  }
}
