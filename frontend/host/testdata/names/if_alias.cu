// k<int, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
void f(int *p) { if (const int M = 3) { k<int, M><<<1, 1>>>(p); } }
