// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { using U = int; constexpr int M = 2; }
using U = float;
constexpr int M = 1;
namespace a { void f(int *p) { k<U, M><<<1, 1>>>(p); } }
void f(int *p) { a::f(p); }
