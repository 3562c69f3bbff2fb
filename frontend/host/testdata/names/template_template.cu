// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <template <class> class C, class T> void run(int *p) { C<T>().go(p); }
template <class T> struct S { void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<int>().go(p); run<S, float>(p); }
