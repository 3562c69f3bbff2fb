//pass
//--blockDim=32 --gridDim=1
// Five lanes add up rows, the others keep the barriers company, also at the end of each row.
__device__ void meet() { asm volatile("barrier.sync 0;" ::: "memory"); }
__global__ void rowsum(const float *in, float *out) {
  __shared__ float sum[1];
  if (threadIdx.x < 5) {
    for (int r = 0; r < 4; ++r) {
      if (threadIdx.x == 0) sum[0] = 0.0f;
      meet();
      atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
      meet();
      if (threadIdx.x == 4) out[r] = sum[0];
      meet();
    }
  } else {
    for (int r = 0; r < 4; ++r) {
      meet();
      meet();
      meet();
    }
  }
}
