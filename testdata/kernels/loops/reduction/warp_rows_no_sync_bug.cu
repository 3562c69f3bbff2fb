//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// A row for each warp; the next row is stored while other lanes still add this one.
__global__ void rows_of_warps(int rows, const float *val, float *y) {
  __shared__ float part[256];
  const int tid = blockDim.x * blockIdx.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int warp = tid >> 5, warps = (gridDim.x * blockDim.x) >> 5;
  for (int row = warp; row < rows; row += warps) {
    float sum = val[row * 32 + lane];
    part[threadIdx.x] = sum; // want "read-write race on part"
    __syncwarp();
    if (lane < 16) part[threadIdx.x] = sum = sum + part[threadIdx.x + 16];
    __syncwarp();
    if (lane < 8) part[threadIdx.x] = sum + part[threadIdx.x + 8]; // want "read-write race on part"
    if (lane == 0) y[row] = part[0 + threadIdx.x];
  }
}
