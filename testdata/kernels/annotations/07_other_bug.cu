//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Two neighbours have the same value.
__global__ void k(int *a) {
  int x = threadIdx.x / 2;
  __assert(__other_int(x) != x); // want "assertion"
  a[threadIdx.x] = x;
}
