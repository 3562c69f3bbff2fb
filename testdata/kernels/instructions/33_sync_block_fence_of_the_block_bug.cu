//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A fence of block scope orders nothing for another block.
__device__ int data, flag;
__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    data = 1;  // want "race on data"
    __threadfence_block();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) { }
    __threadfence();
    *out = data;  // want "race on data"
  }
}
