// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
constexpr int M = 1;
struct S { using U = int; static constexpr int M = 2; void run(int *p); };
void S::run(int *p) { k<U, M><<<1, 1>>>(p); }
void f(int *p) { S().run(p); }
