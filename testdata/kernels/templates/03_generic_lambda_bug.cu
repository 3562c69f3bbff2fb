//xfail:NOT_ALL_VERIFIED
// The argument is the value of a type, which a function passes to a lambda.
#include <type_traits>

template <int N> __global__ void fill(int *a) {
  for (int i = 0; i < 4; i++) a[N * threadIdx.x + i] = i; // want "write-write race"
}

template <class F> void pick(int n, F &&f) {
  if (n > 0) f(std::integral_constant<int, 3>{});
}

template <class F> void twice(int n, F &&f) { pick(2 * n, std::forward<F>(f)); }

void go(int *p, int n) {
  twice(n, [&](auto c) {
    constexpr int rows = c.value;
    fill<rows><<<1, 64>>>(p);
  });
}
