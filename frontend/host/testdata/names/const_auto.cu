// k<int, 1>; k<int, 260>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr auto M = (unsigned char)250; k<int, (M + 10)><<<1, 1>>>(p); constexpr auto Q = sizeof(int); k<int, (Q - 5 > 0)><<<1, 1>>>(p); }
