//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The invariant forgets the last step.
__global__ void k(int *a, int n) {
  __requires(n > 0);
  int d = 1;
  while (__invariant(d > 0), __invariant(d < n), d < n) { // want "invariant"
    d = d + 1;
  }
  a[threadIdx.x] = d;
}
