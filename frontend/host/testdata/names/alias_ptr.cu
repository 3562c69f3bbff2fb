// k<float *, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> using P = T *;
void f(int *p) { k<P<float>><<<1, 1>>>(p); }
