// k<short, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T = short> using D = T;
void f(int *p) { k<D<>><<<1, 1>>>(p); }
