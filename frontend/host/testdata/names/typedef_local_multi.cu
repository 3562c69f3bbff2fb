// k<char *, 0>; k<char, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { typedef char I, *PI; k<PI><<<1, 1>>>(p); k<I><<<1, 1>>>(p); }
