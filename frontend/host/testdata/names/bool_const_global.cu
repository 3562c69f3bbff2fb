// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr bool M = 5;
void f(int *p) { k<int, M><<<1, 1>>>(p); }
