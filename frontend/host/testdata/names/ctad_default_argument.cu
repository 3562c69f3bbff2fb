// k<char, 0>; k<short, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T = short> struct S { S(int n, T x = 1) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<char> a(1); a.go(p); S s(1); s.go(p); S t(1, 2.0); t.go(p); }
