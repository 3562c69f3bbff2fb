// k<int, 3>; k<int, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { namespace b { constexpr int M = 3; } constexpr int M = 4; }
namespace c = a::b;
void f(int *p) { k<int, c::M><<<1, 1>>>(p); namespace c = a; k<int, c::M><<<1, 1>>>(p); }
