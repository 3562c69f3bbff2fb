//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Without the flag nothing was assigned to the pointer.
__global__ void k(int *a, int flag) {
  int *p = 0;
  if (flag) p = a;
  p[threadIdx.x] = 1; // want "pointer is not null"
}
