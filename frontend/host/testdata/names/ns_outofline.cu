// k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { using U = int; void f(int *p); }
using U = float;
void a::f(int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { a::f(p); }
