// k<float, 2>; k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { void (*g)(int *) = k<float, 2>; g(p); k<int><<<1, 1>>>(p); }
