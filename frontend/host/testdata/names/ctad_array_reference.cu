// k<char, 2>; k<double, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int N> struct S { S(const T (&x)[N]) {} void go(int *p) { k<T, N><<<1, 1>>>(p); } };
void f(int *p) { S<char, 2> a("a"); a.go(p); double d[3]; S s(d); s.go(p); }
