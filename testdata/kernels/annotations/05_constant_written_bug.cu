//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Constant memory is written.
__constant__ int table[64];

__global__ void k(int *a) {
  table[threadIdx.x] = a[threadIdx.x]; // want "constant memory"
}
