// k<int, 0>; k<char, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { S(T x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
template <> struct S<float> { S(float x) {} void go(int *p) { k<char><<<1, 1>>>(p); } };
void f(int *p) { S<int> a(1); a.go(p); S s(1.0f); s.go(p); }
