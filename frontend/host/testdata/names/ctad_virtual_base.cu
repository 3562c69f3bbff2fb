// k<int, 0>; k<float, 0>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
struct B { virtual void go(int *p) = 0; };
template <class T> struct S : B { S(T x) {} void go(int *p) { k<T><<<1, 1>>>(p); } };
void f(int *p) { B *b = new S<int>(1); b->go(p); b = new S(1.0f); b->go(p); }
