//pass
//--blockDim=64 --gridDim=2

// Every thread counts.
__device__ int count;
__global__ void k() {
  atomicAdd(&count, 1);
}
