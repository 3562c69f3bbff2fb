// k<int, 44>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr unsigned char M = 300 & 511; k<int, M><<<1, 1>>>(p); }
