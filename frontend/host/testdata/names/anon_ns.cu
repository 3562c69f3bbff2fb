// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace { constexpr int M = 2; }
void f(int *p) { k<int, M><<<1, 1>>>(p); }
