//pass
//--blockDim=64 --gridDim=1

// One thread sets back what others add to.
__global__ void k(int *out) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicMax(&sum, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = sum;
}
