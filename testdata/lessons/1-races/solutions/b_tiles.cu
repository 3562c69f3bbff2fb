//pass
//--blockDim=64 --gridDim=16

// Repair it: the block works on one tile after the other.
__global__ void tiles(int *out, const int *in, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; i++) {
    tile[t] = in[i * 64 + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
