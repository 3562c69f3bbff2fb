// k<int, 1>; k<float, 0>; k<float, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { T v; void go(int *p) { k<T><<<1, 1>>>(p); } };
template <class U> void run(U u, int *p) { k<U, 1><<<1, 1>>>(p); }
void f(int *p) { run(1, p); S<float> s{1}; s.go(p); auto x = s.v; run(x, p); }
