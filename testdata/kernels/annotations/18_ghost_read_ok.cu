//pass
//--blockDim=64 --gridDim=1

// An annotation that reads is no access of the program, and only adds to what is
// known.
__global__ void k(int *a) {
  a[threadIdx.x] = 1;
  __assume(__implies(a[threadIdx.x ^ 1] == 7, threadIdx.x < 64));
}
