// k<int, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
double mk() { return 1; }
template <class U> void run(U u, int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { run(1, p); auto x = mk(); run(x, p); }
