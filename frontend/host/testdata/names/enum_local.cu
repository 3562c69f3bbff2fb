// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
void f(int *p) { enum { M = 2 }; k<int, M><<<1, 1>>>(p); }
