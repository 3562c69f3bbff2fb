//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The sides of a branch touch the same elements.
__global__ void k(int *a) {
  int i = threadIdx.x;
  if (i < 32)
    a[i] = 1;  // want "race on a"
  else
    a[i - 32] = 2;  // want "race on a"
}
