// k<int, 0>; k<const int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { S(T *x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
template <class T> S(T *) -> S<const T>;
void f(int *p) { S<int> a(p); a.go(p); S s(p); s.go(p); }
