// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <bool B> void g(int *p) { k<int, B + 1><<<1, 1>>>(p); }
void f(int *p) { g<true>(p); g<(5 > 2)>(p); }
