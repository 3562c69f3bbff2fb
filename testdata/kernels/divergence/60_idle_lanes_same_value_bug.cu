//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// Five lanes add up rows; the others only keep them company at the barriers, and clear the sum to another value.
__device__ void sync() { asm volatile("barrier.sync 0;" ::: "memory"); }
__global__ void rowsum(const float *x, float *sums, int rows) {
  __shared__ float sum[1];
  if (threadIdx.x < 5) {
    for (int r = 0; r < rows; ++r) {
      sync();
      sum[0] = 0.0f;  // want "race"
      sync();
      atomicAdd(&sum[0], x[r * 5 + threadIdx.x]);
      sync();
      if (threadIdx.x == 0) sums[r] = sum[0];
    }
  } else {
    for (int r = 0; r < rows; ++r) {
      sync();
      sum[0] = 1.0f;  // want "race"
      sync();
      sync();
    }
  }
}
