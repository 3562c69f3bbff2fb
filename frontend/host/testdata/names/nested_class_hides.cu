// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
struct S { struct U { char c; }; void run(int *p) { k<int, sizeof(U)><<<1, 1>>>(p); } };
void f(int *p) { S().run(p); }
