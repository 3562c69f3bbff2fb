// k<int, 7>; k<int, 0>; k<float, 7>; k<float, 0>; k<double, 0>; k<double, 7>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; S(T x) : v(x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
template <class T> S<T> make_S(T x) { return {x}; }
template <class U> void run(S<U> s, int *p) { k<U, 7><<<1, 1>>>(p); }
void f(int *p) { run(S<int>(1), p); S<int>(1).go(p); run(make_S(1.0f), p); make_S(1.0f).go(p); auto d = make_S(2.0); d.go(p); run(d, p); }
