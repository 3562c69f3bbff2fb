// k<int, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
template <int Q> struct S { void run(int *p) { k<U, M><<<1, 1>>>(p); } using U = int; static constexpr int M = Q + 1; };
void f(int *p) { S<3>().run(p); }
