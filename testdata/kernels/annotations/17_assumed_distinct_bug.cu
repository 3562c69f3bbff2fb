//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// The word is about one value, the access is about another.
__global__ void k(int *a, const int *index) {
  int i = index[blockDim.x * blockIdx.x + threadIdx.x];
  __assume(__distinct_int(i));
  a[i / 2] = 1 + threadIdx.x; // want "race on a"
}
