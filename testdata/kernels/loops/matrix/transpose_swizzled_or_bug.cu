//xfail:NOT_ALL_VERIFIED
//--blockDim=32,8 --gridDim=*
// Transpose through a swizzled tile whose writer takes an or for the exclusive or: two columns
// of a row are one element.
#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose(float *odata, const float *idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int x0 = blockIdx.x * TILE_DIM, y0 = blockIdx.y * TILE_DIM, c = threadIdx.x;
  for (int r = threadIdx.y; r < TILE_DIM; r += BLOCK_ROWS)
    if (y0 + r < height && x0 + c < width) tile[r][c | r] = idata[(y0 + r) * width + x0 + c]; // want "race on tile"
  __syncthreads();
  for (int r = threadIdx.y; r < TILE_DIM; r += BLOCK_ROWS)
    if (x0 + r < width && y0 + c < height) odata[(x0 + r) * height + y0 + c] = tile[c][c ^ r];
}
