// k<char, 0>; k<int, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct P { int a; double b; };
template <class U> void run(U u, int *p) { k<U><<<1, 1>>>(p); }
void f(int *p) { run('a', p); auto [x, y] = P{1, 2}; run(x, p); run(y, p); }
