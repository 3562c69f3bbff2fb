//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// The loop advances by less than the block has threads and stores sums into what
// others load.
#ifndef RADIUS
#define RADIUS 2
#endif
#define TILE 16
#define WIDE (TILE + 2 * RADIUS)

__global__ void box(const float *in, float *out, int width, int height) {
  __shared__ float tile[WIDE * WIDE];
  for (int e = threadIdx.y * TILE + threadIdx.x; e < WIDE * WIDE; e += WIDE * RADIUS) {
    int y = (int)(blockIdx.y * TILE) + e / WIDE - RADIUS;
    int x = (int)(blockIdx.x * TILE) + e % WIDE - RADIUS;
    tile[e] = in[y * width + x] + threadIdx.x;  // want "race on tile"
  }
  __syncthreads();
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.f;
  for (int dy = 0; dy <= 2 * RADIUS; dy++)
    for (int dx = 0; dx <= 2 * RADIUS; dx++)
      sum += tile[(threadIdx.y + dy) * WIDE + threadIdx.x + dx];
  out[y * width + x] = sum;
}
