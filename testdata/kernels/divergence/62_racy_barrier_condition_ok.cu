//pass
//--blockDim=64 --gridDim=1
// The barrier stands in a loop whose bound is read behind a barrier.
__global__ void rounds(const int *m, float *a) {
  __shared__ int count;
  if (threadIdx.x == 0) count = m[0];
  __syncthreads();
  for (int j = 0; j < count; j++) {
    a[threadIdx.x] = j;
    __syncthreads();
  }
}
