// k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
struct S { void run(int *p) { k<U><<<1, 1>>>(p); } using U = int; };
void f(int *p) { S().run(p); }
