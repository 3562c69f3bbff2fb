// The same in a cooperative launch, in which all blocks run at the same time.
// fair: no deadlock
__device__ unsigned arrived;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) { }
    __threadfence();
  }
  __syncthreads();
}

void run() {
  void *none[] = {nullptr};
  cudaLaunchCooperativeKernel((void *)meet, dim3(8), dim3(64), none, 0, 0);
}
