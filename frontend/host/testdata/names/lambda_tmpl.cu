// k<short, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { auto g = [&]<class T>(T x) { k<T><<<1, 1>>>(p); }; g((short)3); }
