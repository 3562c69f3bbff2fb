// k<int, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int M = 3> struct w { static constexpr int n = M; };
template <class T> using w4 = w<T, 4>;
template <template <class> class W> void g(int *p) { k<int, W<int>::n><<<1, 1>>>(p); }
void f(int *p) { g<w4>(p); }
