// k<char, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int M = 3> struct w { void run(int *p) { k<T, M><<<1, 1>>>(p); } };
template <class T> using w4 = w<T, 4>;
void f(int *p) { w4<char> x; x.run(p); }
