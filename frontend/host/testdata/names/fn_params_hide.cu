// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
template <int M> struct Z { void run(int *p); };
template <int Q> void Z<Q>::run(int *p) { k<int, M><<<1, 1>>>(p); }
void f(int *p) { Z<5>().run(p); }
