//pass
//--blockDim=64 --gridDim=4
// The tile has an element more, for the last thread.
__global__ void k(int *out, int n) {
  __shared__ int tile[65];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = i;
    if (threadIdx.x == 0) tile[64] = i;
    __syncthreads();
    out[(blockIdx.x * n + i) * 64 + threadIdx.x] = tile[threadIdx.x + 1];
    __syncthreads();
  }
}
