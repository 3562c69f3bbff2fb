// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void run(auto x, int *p) { k<decltype(x)><<<1, 1>>>(p); }
void f(int *p) { run(1, p); run(1.0f, p); }
