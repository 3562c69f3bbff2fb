// k<char, 3>; k<float, 5>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, int N = 5> struct S { S(T x) {} void go(int *p) { k<T, N><<<1, 1>>>(p); } };
void f(int *p) { S<char, 3> a(1); a.go(p); S s(1.0f); s.go(p); }
