//pass
// The block is known in one dimension only: a row of threads is a warp.

__global__ void rows(int *o) {
  o[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x % 32] = threadIdx.x;
}

void launch(int *o, int rowsPerBlock, int n) { rows<<<n, dim3(32, rowsPerBlock)>>>(o); }
