// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace n { template <class T> struct S { S(T x) {} void go(int *p) { k<T><<<1, 1>>>(p); } }; }
void f(int *p) { n::S<int> a(1); a.go(p); n::S s(1.0f); s.go(p); }
