// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using B = bool;
void f(int *p) { constexpr B M = 7; k<int, M + 1><<<1, 1>>>(p); }
