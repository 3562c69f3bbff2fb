//pass
//--blockDim=64 --gridDim=1

// Invariants in a loop's condition, after the comma operator.
__global__ void k(int *a, int n) {
  __requires(n > 0);
  int d = 1;
  while (__invariant(d > 0), __invariant(d <= n), d < n) {
    d = d + 1;
  }
  __assert(d == n);
  a[threadIdx.x] = d;
}
