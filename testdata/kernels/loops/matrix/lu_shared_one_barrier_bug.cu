//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=*
// The barrier at the end of a step is missing: the next pivot column may be
// divided by a pivot that is still being updated.
#define N 16

__global__ void lu_batch(float *batch, int count) {
  __shared__ float a[N][N];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int m = blockIdx.x; m < count; m += gridDim.x) {
    a[ty][tx] = batch[m * N * N + ty * N + tx];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
      if (tx == k && ty > k) a[ty][k] /= a[k][k];  // want "race on a"
      __syncthreads();
      if (tx > k && ty > k) a[ty][tx] -= a[ty][k] * a[k][tx];  // want "race on a"
    }
    batch[m * N * N + ty * N + tx] = a[ty][tx];
    __syncthreads();
  }
}
