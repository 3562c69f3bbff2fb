//pass
//--blockDim=128 --gridDim=1
// Each warp has a row of its own, which its first lane sums up behind a __syncwarp().
__global__ void lanes(const int *in, int *out, int n) {
  __shared__ int row[128];
  int lane = threadIdx.x % 32;
  for (int i = 0; i < n; i++) {
    row[threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncwarp();
    if (lane == 0)
      out[i * 128 + threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 16];
    __syncwarp();
  }
}
