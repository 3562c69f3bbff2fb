//xfail:NOT_ALL_VERIFIED
// The block is known in one dimension only: a row of threads is two warps, which race.

__global__ void rows(int *o) {
  o[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + threadIdx.x % 32] = threadIdx.x; // want "race"
}

void launch(int *o, int rowsPerBlock, int n) { rows<<<n, dim3(64, rowsPerBlock)>>>(o); }
