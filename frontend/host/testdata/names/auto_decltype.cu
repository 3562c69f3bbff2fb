// k<int, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class U> void run(U u, int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { run(1, p); double d = 1; decltype(d) e = d; run(e, p); decltype(auto) g = d; run(g, p); }
