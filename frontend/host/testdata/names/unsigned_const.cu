// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr unsigned M = 1; k<int, (-M > 0)><<<1, 1>>>(p); }
