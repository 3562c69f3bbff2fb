//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// The next channel is loaded while this one is still read.
#define TILE 16
#define WIDE (TILE + 2)

__global__ void blur(const float *in, float *out, int width, int height, int channels) {
  __shared__ float tile[WIDE][WIDE];
  for (int c = 0; c < channels; c++) {
    int dest = threadIdx.y * TILE + threadIdx.x;
    int dy = dest / WIDE, dx = dest % WIDE;
    int sy = blockIdx.y * TILE + dy - 1, sx = blockIdx.x * TILE + dx - 1;
    bool inside = sy >= 0 && sy < height && sx >= 0 && sx < width;
    tile[dy][dx] = inside ? in[(sy * width + sx) * channels + c] : 0.f;  // want "race on tile"

    dest = threadIdx.y * TILE + threadIdx.x + TILE * TILE;
    dy = dest / WIDE, dx = dest % WIDE;
    sy = blockIdx.y * TILE + dy - 1, sx = blockIdx.x * TILE + dx - 1;
    inside = sy >= 0 && sy < height && sx >= 0 && sx < width;
    if (dy < WIDE) tile[dy][dx] = inside ? in[(sy * width + sx) * channels + c] : 0.f;  // want "race on tile"
    __syncthreads();

    float sum = 0.f;
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 3; x++) sum += tile[threadIdx.y + y][threadIdx.x + x];  // want "race on tile"
    int y = blockIdx.y * TILE + threadIdx.y, x = blockIdx.x * TILE + threadIdx.x;
    if (y < height && x < width) out[(y * width + x) * channels + c] = sum / 9.f;
  }
}
