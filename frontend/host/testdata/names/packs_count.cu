// k<int, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class... A> void g(int *p) { k<int, sizeof...(A)><<<1, 1>>>(p); }
void f(int *p) { g<char, int, float>(p); }
