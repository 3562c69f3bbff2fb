// k<int, 6>; k<int, 7>; k<int, 8>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
void f(int *p) { static constexpr int M = 6; k<int, M><<<1, 1>>>(p); static const int Q(7); k<int, Q><<<1, 1>>>(p); const int R{8}; k<int, R><<<1, 1>>>(p); }
