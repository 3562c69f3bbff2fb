// k<int *, 0>; k<int, 16>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
typedef int I, *PI, AI[4];
void f(int *p) { k<PI><<<1, 1>>>(p); k<int, sizeof(AI)><<<1, 1>>>(p); }
