//pass
//--blockDim=64 --gridDim=2

// Nobody writes the shared array, so that the threads of a block take the same way.
__global__ void k(int *q) {
  __shared__ int a[8];
  if (a[2] > 7) {
    q[64 * blockIdx.x + threadIdx.x] = 1;
    __syncthreads();
    q[64 * blockIdx.x + (threadIdx.x ^ 1)] = 2;
  }
}
