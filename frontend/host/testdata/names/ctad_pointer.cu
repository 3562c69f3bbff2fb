// k<char, 0>; k<int, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { S(T *x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<char> a(nullptr); a.go(p); S s(p); s.go(p); double d[3]; S t(d); t.go(p); }
