// Contracts of functions are assertions around their inlined bodies; those of
// the kernel are its precondition, and assertions at its end.
__device__ int twice(int x) {
  __requires(__implies(__enabled(), x > 0));
  __ensures(__return_val_int() == 2 * x);
  __ensures(__old_int(x) == x);
  int y = x;
  x = 0;
  if (y > 9) return y + y;
  return y << 1;
}

__device__ int *same(int *p) {
  __ensures(__return_val_ptr() == p);
  return p;
}

__device__ int __spec_any(int *p, int n) {
  __requires(n > 1);
  __reads_from(p);
  __writes_to(p);
  __ensures(__return_val_int() < n);
  return 0;
}

__global__ void k(int *a, int n) {
  __requires(n > 3);
  __global_requires(n < 77);
  __ensures(n != 8);
  a[0] = twice(n + 1);
  *same(a + n) = 1;
  a[1] = __spec_any(a, n);
  if (a[n] > 5) return;
  a[2] = 4;
}
