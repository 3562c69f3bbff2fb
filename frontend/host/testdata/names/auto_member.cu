// k<int, 0>; k<double, 0>; k<short, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct M { double d; short s() { return 1; } };
template <class U> void run(U u, int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { run(1, p); M m; auto x = m.d; run(x, p); auto y = m.s(); run(y, p); }
