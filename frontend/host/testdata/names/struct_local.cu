// k<U, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct U { double d; };
void f(int *p) { struct U { char c; }; k<U, sizeof(U)><<<1, 1>>>(p); }
