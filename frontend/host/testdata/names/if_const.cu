// k<int, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
void f(int *p) { if (constexpr int M = 3; p) { k<int, M><<<1, 1>>>(p); } }
