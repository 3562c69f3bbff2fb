//pass
//--blockDim=[16,16] --gridDim=[4,4]

// Repair it: an array of n x n numbers is transposed, n = 64.
__global__ void transpose(int *out, const int *in) {
  __shared__ int tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 64 + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  out[y * 64 + x] = tile[threadIdx.x][threadIdx.y];
}
