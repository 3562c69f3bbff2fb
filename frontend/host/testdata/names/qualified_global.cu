// k<float, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1; using U = float;
void f(int *p) { constexpr int M = 2; using U = int; k<::U, ::M><<<1, 1>>>(p); }
