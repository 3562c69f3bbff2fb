// k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
using U = float;
template <class T> struct B { using U = int; };
template <class T> struct S : B<T> { void run(int *p) { k<U><<<1, 1>>>(p); } };
void f(int *p) { S<int>().run(p); }
