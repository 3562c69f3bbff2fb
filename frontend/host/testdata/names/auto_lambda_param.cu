// k<int, 0>; k<float, 0>; k<double, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { auto l = [&](auto x) { k<decltype(x)><<<1, 1>>>(p); }; l(1); l(1.0f); auto d = 2.0; l(d); }
