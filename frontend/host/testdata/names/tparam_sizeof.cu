// k<int, 8>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <long B> void g(int *p) { k<int, sizeof(B)><<<1, 1>>>(p); }
void f(int *p) { g<1>(p); }
