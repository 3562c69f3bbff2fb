// k<char, 0>; k<pr<double, int>, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class A, class B> struct pr { A a; using first = A; };
template <class A, class B> using rp = pr<B, A>;
void f(int *p) { k<rp<int, char>::first><<<1, 1>>>(p); k<rp<int,double>><<<1,1>>>(p); }
