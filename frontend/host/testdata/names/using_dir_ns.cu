// k<float, 1>; k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { constexpr int M = 2; using U = int; }
constexpr int M = 1; using U = float;
namespace b { using namespace a; }
void f(int *p) { k<b::U, b::M><<<1, 1>>>(p); k<U, M><<<1,1>>>(p); }
