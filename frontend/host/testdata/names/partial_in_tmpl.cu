// k<char, 0>; k<short, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct tr { using type = T; };
template <class T> struct tr<T *> { using type = char; };
template <class T> void g(int *p) { using U = typename tr<T>::type; k<U><<<1, 1>>>(p); }
void f(int *p) { g<int *>(p); g<short>(p); }
