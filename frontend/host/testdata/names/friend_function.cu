// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { friend void go(S, int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { go(S<int>(), p); go(S<float>(), p); }
