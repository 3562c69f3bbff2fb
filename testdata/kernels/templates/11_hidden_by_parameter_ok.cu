//pass
// The parameters of templates hide an alias and a constant around them.
using T = long long;
constexpr int rows = 4;

template <class T, int rows> __global__ void fill(T *a) {
  for (int i = 0; i < 4; i++) a[rows * threadIdx.x + i] = i;
}

template <class T> struct Outer {
  template <int rows> static void run(T *p) {
    using U = T;
    fill<U, rows><<<1, 64>>>(p);
  }
};

void go(short *p) { Outer<short>::run<5>(p); }
