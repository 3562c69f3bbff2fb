// k<char, 4>; k<w<int, 4>, 9>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int M = 3> struct w { void run(int *p) { k<T, M><<<1, 1>>>(p); } };
template <class T> using w4 = w<T, 4>;
void f(int *p) { using X = w4<char>; X x; x.run(p); w<w4<int>, 9> y; y.run(p); }
