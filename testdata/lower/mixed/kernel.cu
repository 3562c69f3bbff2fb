constexpr int cdiv(int a, int b) { return (a + b - 1) / b; }
struct Dims { int w, h; };
const Dims D = {4, 5};
struct View { float *p; int ld; __device__ float &at(int r, int c) { return p[r * ld + c]; } static __device__ int two() { return 2; } };
template <class T, int B = 4> __device__ T first(const T *p) { return p[B]; }
__device__ int pick(const int *p) { return 1; }
__device__ int pick(int *p) { return 2; }
__device__ int find(const int *a, int n, int v) { for (int i = 0; i < n; i++) { if (a[i] == v) return i; if (a[i] < 0) break; } return -1; }
__device__ int cls(int v) { switch (v) { case 0: return 5; case 1: return 6; default: return 7; } }
__device__ void fill(View v, int n) { for (int i = 0; i < n; i++) v.at(i, 0) = i; v.p++; }
__device__ View mk(float *p, int ld) { View v; v.p = p; v.ld = ld; return v; }
__device__ __host__ inline unsigned lane() { return threadIdx.x & 31u; }
struct Big { float m[3][3]; };
__device__ Big ident() { Big b; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) b.m[i][j] = i == j; return b; }
enum class Op { Add, Mul };
template <Op O> __device__ float app(float a, float b) { if (O == Op::Add) return a + b; return a * b; }
template <typename F> __device__ float apply(F f, float x) { return f(x); }
struct Sq { __device__ float operator()(float x) const { return x * x; } };
__global__ void k(int *a, const int *c, float *f, View v, int n) {
  __shared__ float s[cdiv(100, 32)][D.w];
  s[n][1] = View::two();
  a[0] = first(c) + first<int, 2>(a) + pick(a) + pick(c);
  a[1] = find(c, n, 3);
  a[2] = cls(n);
  fill(v, n);
  View w = mk(f + n, D.h);
  w.at(1, 2) = 3;
  int idx = 1; int &r = a[idx]; idx = 2; r = 5;
  Big b = ident();
  f[3] = b.m[n][1];
  f[4] = app<Op::Mul>(2, f[0]) + apply(Sq(), f[1]);
  int d = &a[n] - a; long e = &a[n] - &a[3];
  a[d] = e;
  (n > 3 ? a[1] : a[2]) = 4;
  int x = 3, y = 4; (n ? x : y) = 9; a[x] = y;
  unsigned char *bytes = (unsigned char *)(a + n) + 3; bytes[0] = 1;
  float fa[2][3] = {{1}, {2, 3}}; f[0] = fa[1][n];
  int *p2 = a; p2 += n; --p2; *--p2 = 1; a[p2 == a] = p2 > a;
  if (lane() == 0 && cls(n) > 5) f[lane()] = -0.f;
  for (;;) { if (n-- == 0) break; }
  const float *q; if (n) q = f; else q = v.p; f[9] = *q;
  do { if (n > 3) continue; n++; } while (n < 2);
  v.ld = 3; View u = v; u.p += 2; *u.p = 1; v = u;
  float (&row)[4] = s[0]; row[3] = 1;
}
