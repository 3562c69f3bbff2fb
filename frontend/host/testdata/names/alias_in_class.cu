// k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> using A = char;
struct S { template <class T> using A = T; void run(int *p) { k<A<double>><<<1, 1>>>(p); } };
void f(int *p) { S().run(p); }
