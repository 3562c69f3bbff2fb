//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Bytes beside each other do not meet.
__global__ void k(unsigned char *a) {
  a[threadIdx.x & 31] = threadIdx.x;  // want "race on a"
}
