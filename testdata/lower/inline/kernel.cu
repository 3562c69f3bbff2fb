__device__ int clamp(int v, int lo, int hi = 10) {
  if (v < lo) return lo;
  if (v > hi) return hi;
  return v;
}
__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ void minmax(int x, int y, int *lo, int *hi) { *lo = x < y ? x : y; *hi = x < y ? y : x; }
__device__ int twice(int x) { return x * 2; }
__device__ float twice(float x) { return x * 2; }
__global__ void k(int *a, float *f, int n) {
  int x = a[0], y = a[1];
  swap(x, y);
  int lo, hi;
  minmax(x, y, &lo, &hi);
  a[2] = clamp(lo, 1) + clamp(hi, 2, 20);
  a[3] = twice(n);
  f[0] = twice(1.5f);
}
