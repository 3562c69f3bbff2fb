//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The program's own read is one, an assertion's among them.
__global__ void k(int *a) {
  a[threadIdx.x] = 1; // want "race on a"
  __assert(__implies(a[threadIdx.x ^ 1] == 7, threadIdx.x < 64)); // want "race on a"
}
