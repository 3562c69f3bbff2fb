// k<int, 1>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <long B> void g(int *p) { k<int, (B * 65536 > 0)><<<1, 1>>>(p); }
void f(int *p) { g<65536>(p); }
