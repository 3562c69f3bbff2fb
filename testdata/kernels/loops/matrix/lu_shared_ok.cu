//pass
//--blockDim=16,16 --gridDim=*
// A batch of 16 * 16 blocks: each step divides a column and updates the rest;
// bounds follow the step.
#define N 16

__global__ void lu_batch(float *batch, int count) {
  __shared__ float a[N][N];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int m = blockIdx.x; m < count; m += gridDim.x) {
    a[ty][tx] = batch[m * N * N + ty * N + tx];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
      if (tx == k && ty > k) a[ty][k] /= a[k][k];
      __syncthreads();
      if (tx > k && ty > k) a[ty][tx] -= a[ty][k] * a[k][tx];
      __syncthreads();
    }
    batch[m * N * N + ty * N + tx] = a[ty][tx];
  }
}
