// k<char, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
extern "C" { typedef char U; }
void f(int *p) { k<U><<<1, 1>>>(p); }
