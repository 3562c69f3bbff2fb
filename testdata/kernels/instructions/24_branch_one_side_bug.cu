//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// One thread behind a branch.
__global__ void k(int *a, const int *in) {
  if (threadIdx.x >= in[0]) a[0] = in[1] + threadIdx.x;  // want "race on a"
}
