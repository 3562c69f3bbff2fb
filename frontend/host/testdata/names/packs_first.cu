// k<char, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class... A> struct first; template <class A, class... B> struct first<A, B...> { using type = A; };
template <class... A> using first_t = typename first<A...>::type;
void f(int *p) { k<first_t<char, int>><<<1, 1>>>(p); }
