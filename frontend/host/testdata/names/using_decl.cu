// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { constexpr int M = 2; using U = int; }
using U = float; constexpr int M = 1;
void f(int *p) { using a::U; using a::M; k<U, M><<<1, 1>>>(p); }
