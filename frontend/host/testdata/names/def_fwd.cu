// k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T = float> void g(int *p);
void f(int *p);
template <class T> void g(int *p) { k<T><<<1, 1>>>(p); }
void f(int *p) { g<>(p); g(p); }
