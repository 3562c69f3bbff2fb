// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { static void go(int *p) { k<T><<<1, 1>>>(p); } };
using I = S<int>;
void f(int *p) { I::go(p); S<float>::go(p); }
