// k<ic<6>, 6>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <int M> struct ic { static constexpr int v = M; };
template <int M> using ic2 = ic<M * 2>;
void f(int *p) { k<ic2<3>, ic2<3>::v><<<1, 1>>>(p); }
