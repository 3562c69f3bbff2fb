// k<double, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using real = double;
template <class T> void g(int *p) { k<T, 1><<<1, 1>>>(p); }
template <> void g<double>(int *p) { k<double, 2><<<1, 1>>>(p); }
void f(int *p) { g<real>(p); }
