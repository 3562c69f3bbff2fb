// k<int, 5>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
namespace a { constexpr int M = 3; }
struct a2 { static constexpr int M = 5; };
void f(int *p) { using a = a2; k<int, a::M><<<1, 1>>>(p); }
