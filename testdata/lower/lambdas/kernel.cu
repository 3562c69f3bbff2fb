// Lambdas are inlined where they are called; captures by value are those of the
// definition.
template <class F>
__device__ void each(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}

struct scaled {
  int by;
  __device__ int twice(int x) {
    auto f = [this](int y) { return y * by; };
    return f(f(x));
  }
};

__global__ void k(int *a, int n) {
  int shift = n + 1;
  auto plus = [=](int x) { return x + shift; };
  auto now = [&](int x) { shift += x; };
  shift = 7;
  a[0] = plus(1);
  now(2);
  a[1] = shift;
  each(n, [=](int i) { a[i] = i; });
  each(4, [a, &shift](auto i) -> void {
    if (i == 2) return;
    a[i] = shift;
  });
  a[2] = [](int x, int y) { return x * y; }(n, 3);
  scaled s = {n};
  a[3] = s.twice(5);
}
