// k<int, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class U> void run(U u, int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { run(1, p); auto l = [](int x) { return x * 1.5; }; run(l(1), p); }
