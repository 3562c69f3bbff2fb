// k<z<int>, 3>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> using A = T;
template <template <class> class A> void g(int *p) { k<A<int>, sizeof(A<int>)><<<1, 1>>>(p); }
template <class T> struct z { char c[3]; };
void f(int *p) { g<z>(p); }
