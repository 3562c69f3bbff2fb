// k<char, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; S(T x) : v(x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<char> a(1); a.go(p); int i = 1; double d = 2; S s(i * d); s.go(p); }
