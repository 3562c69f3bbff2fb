//pass
//--blockDim=64 --gridDim=4
// One thread of all finds nothing there yet.
__device__ int winner;

__global__ void first(int *out) {
  if (atomicExch(&winner, 1) == 0) out[0] = threadIdx.x;
}
