// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { constexpr int M = 2; using U = int; }
void f(int *p) { using namespace a; k<U, M><<<1, 1>>>(p); }
