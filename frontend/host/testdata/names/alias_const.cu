// k<const float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> using C = const T;
void f(int *p) { k<C<float>><<<1, 1>>>(p); }
