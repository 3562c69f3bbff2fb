__global__ void k(float *a, float *b, int n) {
  float *p = n > 3 ? a : b;
  p[threadIdx.x] = 1.0f;
  float *src = a, *dst = b;
  for (int i = 0; i < n; i++) {
    dst[threadIdx.x] = src[threadIdx.x];
    float *t = src; src = dst; dst = t;
  }
  float *q = 0;
  if (n > 4) q = a + n;
  if (q) *q = 0.0f;
  for (const float *e = a + n; a < e; a++) *a = 0.0f;
}
