//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=2,2 --param width=32
// Transpose without padding; the store must swap the block indices.
__global__ void transpose_tile(const float *in, float *out, int width) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 8 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];  // want "write-write race on out"
}
