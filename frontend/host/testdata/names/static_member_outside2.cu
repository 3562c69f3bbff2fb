// k<int, 9>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
struct S { static const int M = 9; void run(int *p); };
const int S::M;
void S::run(int *p) { k<int, M><<<1, 1>>>(p); }
void f(int *p) { S().run(p); }
