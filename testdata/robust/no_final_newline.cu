//--blockDim=64 --gridDim=1
__global__ void k(int *out) { out[threadIdx.x] = 1; }