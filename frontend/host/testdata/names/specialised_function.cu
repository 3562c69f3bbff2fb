// k<int, 0>; k<double, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> void run(int *p) { k<T><<<1, 1>>>(p); }
template <> void run<float>(int *p) { k<double, 3><<<1, 1>>>(p); }
void f(int *p) { run<int>(p); run<float>(p); }
