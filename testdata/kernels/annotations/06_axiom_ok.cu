//pass
//--blockDim=64 --gridDim=4

// Race-free only for the block that the axiom names.
__axiom(blockIdx.x == 2);

__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
