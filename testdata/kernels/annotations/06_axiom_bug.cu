//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4

// The axiom leaves two blocks, which write the same elements.
__axiom(blockIdx.x >= 2);

__global__ void k(int *a) {
  a[threadIdx.x] = blockIdx.x; // want "write-write race"
}
