// k<int, 1>; k<int, 8>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <int N> struct S { template <class T> S(T x) {} void go(int *p) { k<int, N><<<1, 1>>>(p); } };
template <class T> S(T) -> S<sizeof(T)>;
void f(int *p) { S<1> a(1); a.go(p); S s(1.0); s.go(p); }
