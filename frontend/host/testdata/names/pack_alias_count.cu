// k<int, 4>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
template <int... I> struct seq { static constexpr int n = sizeof...(I); };
template <int A, int... I> using plus = seq<A, A, I...>;
void f(int *p) { k<int, plus<1, 2, 3>::n><<<1, 1>>>(p); }
