//xfail:NOT_ALL_VERIFIED
//--blockDim=4,4,4 --gridDim=2,2,2
// Seven-point stencil on a cube of side 8, each block with a 6 x 6 x 6 tile.
#define S 8
#define IDX(x, y, z) (((z) * S + (y)) * S + (x))
__global__ void heat(const float *in, float *out) {
  __shared__ float c[6][6][6];
  const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  const int x = blockIdx.x * 4 + tx, y = blockIdx.y * 4 + ty, z = blockIdx.z * 4 + tz;
  c[tz + 1][ty + 1][tx + 1] = in[IDX(x, y, z)];
  if (tx == 0) c[tz + 1][ty + 1][0] = x > 0 ? in[IDX(x - 1, y, z)] : 0.f;
  if (tx == 3) c[tz + 1][ty + 1][5] = x < S - 1 ? in[IDX(x + 1, y, z)] : 0.f;
  if (ty == 0) c[tz + 1][0][tx + 1] = y > 0 ? in[IDX(x, y - 1, z)] : 0.f;
  if (ty == 3) c[tz + 1][5][tx + 1] = y < S - 1 ? in[IDX(x, y + 1, z)] : 0.f;
  if (tz == 0) c[0][ty + 1][tx + 1] = z > 0 ? in[IDX(x, y, z - 1)] : 0.f;
  if (tz == 3) c[5][ty + 1][5] = z < S - 1 ? in[IDX(x, y, z + 1)] : 0.f;  // want "write-write race on c"
  __syncthreads();
  float sum = c[tz + 1][ty + 1][tx] + c[tz + 1][ty + 1][tx + 2] + c[tz + 1][ty][tx + 1] +
              c[tz + 1][ty + 2][tx + 1] + c[tz][ty + 1][tx + 1] + c[tz + 2][ty + 1][tx + 1];
  out[IDX(x, y, z)] = c[tz + 1][ty + 1][tx + 1] + 0.1f * (sum - 6.f * c[tz + 1][ty + 1][tx + 1]);
}
