// k<int, 4>; k<char, 4>; k<double, 8>; k<char, 8>
template <class T, int N = 0> __global__ void k(int *p) { p[0] = sizeof(T) + N; }
void f(int *p) { auto l = [&](auto x) { auto m = [&](auto y) { k<decltype(y), sizeof(x)><<<1, 1>>>(p); }; m(x); m('a'); }; l(1); l(2.0); }
