//pass
//--blockDim=64 --gridDim=1 --no-infer

// gv2 may not guess invariants here (gv2 verify --invariants none). Write those that the proof needs: which logs are
// empty when an iteration begins, and where `at` is then.
__global__ void tiles(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, at = t;
  for (int i = 0; i < n; i++) {
    __invariant(!__read(s) && !__write(s) && !__read(a) && !__write(a));
    __invariant(at == 64 * i + t);
    s[t] = a[at];
    __syncthreads();
    a[at] = s[63 - t];
    __syncthreads();
    at += 64;
  }
}
