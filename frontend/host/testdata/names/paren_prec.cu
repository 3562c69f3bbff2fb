// k<int, 6>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <int A> void g(int *p) { k<int, A * 2><<<1, 1>>>(p); }
void f(int *p) { g<1 + 2>(p); }
