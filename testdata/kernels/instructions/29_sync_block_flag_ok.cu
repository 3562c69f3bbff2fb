//pass
//--blockDim=1 --gridDim=2

// Message passing between blocks.
__device__ int data, flag;
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    data = 1;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) { }
    __threadfence();
    *out = data;
  }
}
