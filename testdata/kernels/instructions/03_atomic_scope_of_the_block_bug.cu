//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// An atomic of block scope is one for threads of its block only.
__device__ int count;
__global__ void k() {
  atomicAdd_block(&count, 1);  // want "race on count"
}
