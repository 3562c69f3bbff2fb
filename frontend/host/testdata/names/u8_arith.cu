// k<int, 1>; k<int, 256>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { constexpr unsigned char A = 255; k<int, (A + 1)><<<1, 1>>>(p); constexpr unsigned char B = (unsigned char)(A + 2); k<int, B><<<1, 1>>>(p); }
