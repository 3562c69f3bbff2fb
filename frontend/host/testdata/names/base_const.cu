// k<int, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
struct B { static constexpr int M = 2; };
struct S : B { void run(int *p) { k<int, M><<<1, 1>>>(p); } };
void f(int *p) { S().run(p); }
