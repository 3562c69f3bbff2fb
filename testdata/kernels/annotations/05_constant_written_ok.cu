//pass
//--blockDim=64 --gridDim=1

// Constant memory is read.
__constant__ int table[64];

__global__ void k(int *a) { a[threadIdx.x] = table[63 - threadIdx.x]; }
