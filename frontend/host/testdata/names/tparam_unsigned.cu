// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <unsigned B> void g(int *p) { k<int, (B - 2 > 0)><<<1, 1>>>(p); }
void f(int *p) { g<1>(p); }
