// k<char, 2>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
inline namespace v { constexpr int M = 2; using U = char; }
void f(int *p) { k<U, M><<<1, 1>>>(p); }
