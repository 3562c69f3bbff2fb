// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { operator int *() { int *p = nullptr; k<T><<<1, 1>>>(p); return p; } };
void f(int *p) { int *q = S<int>(); S<float> s; q = s; }
