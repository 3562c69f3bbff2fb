// k<int, 4>; k<int, 5>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 4;
void f(int *p) { constexpr int K = M; constexpr int M = 5; k<int, K><<<1, 1>>>(p); k<int, M><<<1, 1>>>(p); }
