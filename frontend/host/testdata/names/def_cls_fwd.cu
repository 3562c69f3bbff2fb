// k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T = float> struct S;
template <class T> struct S { void run(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { S<> s; s.run(p); }
