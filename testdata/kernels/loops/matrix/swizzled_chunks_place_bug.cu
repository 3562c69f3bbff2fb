//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The second half of the rows takes the place of a chunk from the number of the row, and not from what
// is left of it: chunks of one row lie in the next.
__global__ void chunks(const int4 *g, int4 *o, int n) {
  __shared__ int4 s[32][8];
  int row = threadIdx.x / 8, col = threadIdx.x % 8;
  int r = threadIdx.x % 32, c = threadIdx.x / 32;
  for (int k = 0; k < n; k++) {
    s[row][col ^ row] = g[k * 256 + threadIdx.x]; // want "race on s"
    s[row + 16][col ^ ((row + 16) % 8)] = g[k * 256 + 128 + threadIdx.x]; // want "race on s"
    __syncthreads();
    o[k * 256 + threadIdx.x] = s[r][c ^ (r & 7)];
    o[k * 256 + 128 + threadIdx.x] = s[r][(c + 4) ^ (r & 7)];
    __syncthreads();
  }
}
