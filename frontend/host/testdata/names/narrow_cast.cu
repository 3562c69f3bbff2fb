// k<int, -56>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr signed char M = (signed char)200; k<int, M><<<1, 1>>>(p); }
