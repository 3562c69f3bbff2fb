// k<w<int, 4>, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int M = 1> struct w { static constexpr int n = M; T x; };
template <class T> using w4 = w<T, 4>;
void f(int *p) { k<w4<int>, w4<int>::n><<<1, 1>>>(p); }
