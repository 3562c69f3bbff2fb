// k<int, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr int M = 2.75; k<int, M * 2><<<1, 1>>>(p); }
