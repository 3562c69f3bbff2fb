// k<int, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct S { static const int M; void run(int *p); };
const int S::M = 3;
void S::run(int *p) { k<int, M><<<1, 1>>>(p); }
void f(int *p) { S().run(p); }
