//xfail:NOT_ALL_VERIFIED
// Reads are guarded, writes are not: where height is no multiple of the tile, threads write into the next
// row. That height is 32 * gridDim.x, which the launch makes of width, is nothing that programs keep to.

#define TILE 32
#define ROWS 8

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; // want "race on out"
}

void launch(float *out, const float *in, int width, int height) {
  dim3 block(TILE, ROWS), grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  transpose<<<grid, block>>>(out, in, width, height);
}
