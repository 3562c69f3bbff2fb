// k<int, 2>; k<int, 256>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct S { static constexpr unsigned char M = 255; static constexpr bool B = 4; void run(int *p) { k<int, M + 1><<<1, 1>>>(p); k<int, B + 1><<<1, 1>>>(p); } };
void f(int *p) { S().run(p); }
