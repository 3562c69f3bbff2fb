//--blockDim=64 --gridDim=1
#include "include_itself.cu"
__global__ void k(int *out) { out[threadIdx.x] = 1; }
