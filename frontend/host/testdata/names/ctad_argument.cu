// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; S(T x) : v(x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
template <class U> void run(U u, int *p) { u.go(p); }
void f(int *p) { run(S<int>(1), p); run(S(1.0f), p); }
