//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Threads with low numbers leave the loop first.
__global__ void k(int *a) {
  for (int i = 0;
       __invariant(__uniform_bool(__enabled())), // want "invariant"
       i < threadIdx.x; i++) {
    a[64 * i + threadIdx.x] = i;
  }
}
