// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr int M = 2; { constexpr int M = 3; } k<int, M><<<1, 1>>>(p); }
