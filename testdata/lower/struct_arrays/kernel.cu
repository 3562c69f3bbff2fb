struct S { int a[4]; int n; };
__device__ void f(S s, int *o) { s.a[s.n & 3] = 7; *o = s.a[0]; }
__device__ int *nul() { return nullptr; }
__global__ void k(int *a, int n, S s, float *fp) {
  f(s, a);
  S t = s; t.a[n] = 1; s = t;
}
