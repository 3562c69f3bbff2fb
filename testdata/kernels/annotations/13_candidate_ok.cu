//pass
//--blockDim=64 --gridDim=1

// Of two guesses the one that holds is kept, and proves the assertion.
__global__ void k(int *a, int n) {
  __requires(n >= 0);
  int s = 0, d = 0;
  for (int i = 0;
       __candidate_invariant(s == 3 * i),
       __candidate_invariant(s == 3 * d),
       __candidate_invariant(d == i),
       i < n; i++) {
    s += 3;
    d += a[0] > 0 ? 1 : 1;
  }
  __assert(s == 3 * d);
  a[64 + threadIdx.x] = s;
}
