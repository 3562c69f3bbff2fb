__global__ void k(float *a, const float *b, int2 *c, int n) {
  int i = threadIdx.x;
  float4 v = *(const float4 *)(b + 4 * i);
  v.x += v.w;
  reinterpret_cast<float4 *>(a)[i] = v;
  c[i] = make_int2(n, n + 1);
  int2 s = c[n];
  a[s.x] = s.y;
  dim3 d(2);
  a[d.x] = d.z;
}
