// k<int, 6>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <int... I> void g(int *p) { k<int, (I + ... + 0)><<<1, 1>>>(p); }
void f(int *p) { g<1, 2, 3>(p); }
