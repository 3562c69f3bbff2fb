// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; S(T x) : v(x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
struct W { S<int> a{1}; S<float> b{2.0f}; };
void f(int *p) { W w; w.a.go(p); w.b.go(p); }
