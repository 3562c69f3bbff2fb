// k<char, 1>; k<int, 8>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T, class U> struct S { S(T x, U y) {} void go(int *p) { k<T, sizeof(U)><<<1, 1>>>(p); } };
void f(int *p) { S<char, char> a(1, 2); a.go(p); S s(1, 2.0); s.go(p); }
