// k<int, 0>; k<float, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int N = 0> void launch(void (*g)(int *), int *p) { k<T, N><<<1, 1>>>(p); }
void f(int *p) { launch<int>(nullptr, p); launch<float, 2>(nullptr, p); }
