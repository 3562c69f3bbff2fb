// k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
struct B { using U = int; };
struct S : B { void run(int *p); };
void S::run(int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { S().run(p); }
