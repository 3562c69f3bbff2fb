// k<char, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, class U = T> void g(int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { g<char>(p); }
