// k<int, 256>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <unsigned char B> void g(int *p) { k<int, B + 1><<<1, 1>>>(p); }
void f(int *p) { g<255>(p); }
