//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Packs of a class and of its member, packs that a variable hides, in lambdas, in overloads and casts. All
// checks hold in the same program built by g++.
template <class... Ts> struct W { template <class... Us> __device__ static int n(Us...) { return sizeof...(Ts) * 10 + sizeof...(Us); } __device__ static int own(Ts... t) { return (t + ... + 0); } };
template <class T, class... Ts> __device__ int hide(T a, Ts... b) { int s = 0; { int b = 7; s += b; } return s + (b + ... + a); }
template <int N, int... R> struct Pick { static const int v = Pick<R...>::v; };
template <int N> struct Pick<N> { static const int v = N; };
template <class... Ts> __device__ void swap2(Ts &...) {}
template <class A, class B> __device__ void swap2(A &a, B &b) { A t = a; a = b; b = t; }
template <class... Ts> __device__ int fwd(Ts &&...ts) { swap2(ts...); return 0; }
struct Acc { int s; __device__ Acc() : s(0) {} __device__ Acc &operator<<(int v) { s = s * 10 + v; return *this; } };
template <class... Ts> __device__ int shift(Ts... t) { Acc a; (a << ... << t); return a.s; }
template <class F, class... A> __device__ int call(F f, A... a) { return f(a...); }
template <class... Ts> __device__ int lam(Ts... t) { auto g = [&](int k) { return (0 + ... + (t * k)); }; return g(2); }
template <class... Ts> __device__ int glam(Ts... t) { auto g = [](auto... x) { return (x * ... * 1); }; return g(t..., 2); }
__device__ int cnt(int) { return 1; }
__device__ int cnt(unsigned) { return 2; }
__device__ int cnt(float) { return 4; }
template <class... Ts> __device__ int over(Ts... t) { return (cnt(t) + ...); }
template <class... Ts> __device__ int convs(Ts... t) { int r = 0; ((r = r * 10 + cnt(static_cast<Ts>(3.7 + t) - Ts())), ...); return r; }
template <bool... B> struct All { static const bool v = (B && ...); };
template <class... Ts> __device__ int kinds(Ts...) { if constexpr (All<(sizeof(Ts) == 4)...>::v) return 1; else return 2; }
template <class T, T... Vs> __device__ T maxof() { T m = 0; ((m = Vs > m ? Vs : m), ...); return m; }
__global__ void k(int *p) {
  __assert((W<int, char>::n(1, 2.0, 3) == 23));
  __assert((W<int, char>::own(3, 4) == 7));
  __assert(hide(1, 2, 3) == 13);
  __assert((Pick<4, 5, 6>::v == 6));
  int a = 1, b = 2; fwd(a, b); __assert(a == 2 && b == 1);
  __assert(shift(1, 2, 3) == 123);
  __assert(call([](int x, int y) { return x - y; }, 9, 4) == 5);
  __assert(lam(1, 2, 3) == 12);
  __assert(glam(3, 4) == 24);
  __assert(over(1, 2u, 3.0f) == 7);
  __assert(convs(1, 2u, 3.0f) == 124);
  __assert(kinds(1, 2.0f) == 1 && kinds(1, 'c') == 2);
  __assert((maxof<short, 3, 9, 4>() == 9));
  p[threadIdx.x * (kinds(1, 'c') - 2)] = threadIdx.x; // want "race"
}
