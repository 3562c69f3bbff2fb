//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// The last thread reads behind the tile, in every iteration that there is.
__global__ void k(int *out, int n) {
  __shared__ int tile[64];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = i;
    __syncthreads();
    out[(blockIdx.x * n + i) * 64 + threadIdx.x] = tile[threadIdx.x + 1];  // want "access out of bounds: tile"
    __syncthreads();
  }
}
