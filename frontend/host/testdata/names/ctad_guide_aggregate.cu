// k<int, 0>; k<long, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; void go(int *p) { k<T><<<1, 1>>>(p); } };
S(char) -> S<long>;
template <class T> S(T) -> S<T>;
void f(int *p) { S<int> a{1}; a.go(p); S s{'x'}; s.go(p); S t{1.0f}; t.go(p); }
