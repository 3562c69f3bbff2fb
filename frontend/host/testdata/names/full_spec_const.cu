// k<double, 2>; k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct c { static constexpr int v = 1; };
template <> struct c<double> { static constexpr int v = 2; };
template <class T> void g(int *p) { constexpr int M = c<T>::v; k<T, M><<<1, 1>>>(p); }
void f(int *p) { g<double>(p); g<int>(p); }
