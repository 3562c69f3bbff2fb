// k<int, 7>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr float A = 7; k<int, int(A / 2 * 2)><<<1, 1>>>(p); }
