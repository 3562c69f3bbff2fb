// Unions are their bytes.
union word {
  int i;
  float f;
  unsigned char b[4];
};

struct tagged {
  int tag;
  union word w;
};

union wide {
  int4 v;
  int a[4];
};

__device__ word make(float f) {
  word w = {3};
  w.f = f;
  return w;
}

__global__ void k(word *p, int *out, tagged t, float *f) {
  __shared__ wide rows[8];
  word w;
  w.i = out[0];
  out[1] = w.i;
  w = make(f[0]);
  out[2] = w.i;
  p[threadIdx.x].b[1] = 7;
  p[threadIdx.x + 1] = w;
  tagged own = t;
  own.w.f = 1.0f;
  out[3] = own.tag + own.w.i;
  rows[threadIdx.x & 7].v = make_int4(1, 2, 3, 4);
  out[4] = rows[0].a[2];
  word z = {.f = 2.0f};
  f[1] = z.f;
}
