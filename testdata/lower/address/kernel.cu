__device__ void bump(int *p) { *p += 1; }
__global__ void k(int *a, int n) {
  int x = n;
  bump(&x);
  float4 v = make_float4(1, 2, 3, 4);
  float *p = &v.x;
  p[n] = 3.0f;
  a[x] = v.y;
  int y = 0;
  int *q = n ? &y : a;
  *q = 4;
  a[1] = y;
}
