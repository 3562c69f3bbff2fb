//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// What one thread writes in an iteration another writes in the next.
__global__ void k(int *a) {
  for (int i = 0; i < 4; i++) {
    __assume(__uniform_int(i));
    a[i + threadIdx.x] = i; // want "race on a"
  }
}
