//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// One thread writes what all read.
__global__ void k(int *out, int *flag) {
  if (threadIdx.x == 0) flag[0] = 2;  // want "race on flag"
  out[threadIdx.x] = flag[0];  // want "race on flag"
}
