//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// What nobody has written is another thing in another block.
__global__ void k(int *p) {
  __shared__ int a[8];
  p[0] = a[3]; // want "write-write race on p"
}
