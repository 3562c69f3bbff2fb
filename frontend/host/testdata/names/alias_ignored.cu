// k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> using I = int;
void f(int *p) { k<I<float>><<<1, 1>>>(p); }
