// Pointers to functions with a known set of targets are case splits.
typedef float (*op)(float, float);

__device__ float plus(float x, float y) { return x + y; }
__device__ float times(float x, float y) { return x * y; }
__device__ void store(float *p, float x) { *p = x; }

struct unary {
  op f;
  float y;
};

template <class F>
__device__ float apply(F f, float x) { return f(x, 1.0f); }

__device__ op choose(int n) {
  __ensures(__return_val_funptr(op) == plus | __return_val_funptr(op) == times);
  if (n > 3) return plus;
  return &times;
}

__global__ void k(float *a, op given, int n) {
  __requires(given == plus);
  op f = plus;
  a[0] = f(a[1], a[2]);
  f = n ? plus : times;
  a[1] = (*f)(a[1], 2.0f);
  a[2] = given(a[1], 3.0f);
  unary u = {choose(n), 4.0f};
  a[3] = u.f(a[3], u.y);
  a[4] = apply(times, a[4]);
  void (*s)(float *, float) = 0;
  if (n == 2) s = store;
  s(a + 5, 1.0f);
  void *hidden = (void *)f;
  a[6] = ((op)hidden)(a[6], 5.0f);
  if (f == given) a[7] = 1;
}

// Nothing is known of the function that this one is given.
__global__ void open(float *a, op given) { a[0] = given(a[1], a[2]); }
