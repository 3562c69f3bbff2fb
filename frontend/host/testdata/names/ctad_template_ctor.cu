// k<char, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { template <class U> S(T x, U y) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<char> a('a', 1); a.go(p); S s(1.0, 1); s.go(p); }
