//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Each thread reads what its neighbour writes.
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = a[i + 1];  // want "race on a"
}
