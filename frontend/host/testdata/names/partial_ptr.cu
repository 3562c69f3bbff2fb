// k<char, 0>; k<int, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <class T> struct tr { using type = T; };
template <class T> struct tr<T *> { using type = char; };
void f(int *p) { k<tr<int *>::type><<<1, 1>>>(p); k<typename tr<int>::type><<<1, 1>>>(p); }
