// k<int, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
constexpr int M = 1;
void f(int *p) { auto g = [&](auto M) { k<int, decltype(M)(2) + 1><<<1, 1>>>(p); }; g(3); }
