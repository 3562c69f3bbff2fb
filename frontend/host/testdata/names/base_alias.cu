// k<int, 4>; k<short, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct S { using type = T; };
template <class T> struct R : S<T> { void go(int *p) { k<typename S<T>::type, 4><<<1, 1>>>(p); } };
void f(int *p) { R<int>().go(p); R<short>().go(p); }
