// k<char, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { S(const T &x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<char> a('a'); a.go(p); double d = 1; S s(d); s.go(p); }
