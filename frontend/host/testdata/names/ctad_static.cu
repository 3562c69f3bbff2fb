// k<int, 0>; k<float, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; S(T x) : v(x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<int> a(1); a.go(p); static S s(1.0f); s.go(p); const S t(2.0); S<double>(t).go(p); }
