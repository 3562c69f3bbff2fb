//pass
//--blockDim=32 --gridDim=2

// An atomic of block scope is one for threads of its block only.
__device__ int count;
__global__ void k() {
  atomicAdd(&count, 1);
}
