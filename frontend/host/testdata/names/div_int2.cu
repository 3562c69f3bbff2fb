// k<int, 7>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr double A = 7; constexpr int B = A / 2 * 2; k<int, B><<<1, 1>>>(p); }
