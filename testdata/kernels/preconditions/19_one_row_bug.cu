//xfail:NOT_ALL_VERIFIED
//--blockDim=64,* --gridDim=1
// condition: blockDim.y == 1
// The rows of a block write the same elements.
__global__ void number(int *p) {
  p[threadIdx.x] = threadIdx.y;  // want "write-write race on p"
}
