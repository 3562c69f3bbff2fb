//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Parameter packs: expansions, folds, overloads, specialisations. A compiler for the host reads the
// checks as static assertions (TestPacks).
#include <type_traits>
#ifdef __CUDACC__
#define CHECK(v, ...) __assert((__VA_ARGS__) == (v))
#else
#define CHECK(v, ...) static_assert((__VA_ARGS__) == (v), #__VA_ARGS__)
#endif
#define F __host__ __device__ constexpr

template <class... Ts> F int left(Ts... t) { return (... - t); }
template <class... Ts> F int right(Ts... t) { return (t - ...); }
template <class... Ts> F int bleft(Ts... t) { return (100 - ... - t); }
template <class... Ts> F int bright(Ts... t) { return (t - ... - 100); }
template <class T> F int ov(T) { return 1; }
template <class T, class... Ts> F int ov(T, Ts...) { return 2; }
template <class... Ts> F int ov3(Ts...) { return 3; }
template <class T, class... Ts> F int ov3(T, Ts...) { return 4; }
template <class T, class U> F int ov5(T, U) { return 5; }
template <class T, class... U> F int ov5(T, U...) { return 6; }
F int ov7(int, int) { return 7; }
template <class... U> F int ov7(U...) { return 8; }
F int ov9(...) { return 9; }
template <class... U> F int ov9(U...) { return 10; }
template <class... Ts> struct Count { static constexpr int n = sizeof...(Ts); };
template <class T> struct First;
template <class T, class... Ts> struct First<Count<T, Ts...>> { using type = T; static constexpr int rest = sizeof...(Ts); };
template <int... Ns> struct Seq {};
template <class T> struct Sum;
template <int... Ns> struct Sum<Seq<Ns...>> { static constexpr int v = (Ns + ... + 0); };
template <int N, int... Ns> struct Get { static constexpr int v = -1; };
template <int... Ns> struct Get<0, Ns...> { static constexpr int v = sizeof...(Ns) + 10; };
template <class... Ts> struct Max;
template <class T> struct Max<T> { static constexpr int v = sizeof(T); };
template <class T, class... Ts> struct Max<T, Ts...> { static constexpr int v = (int)sizeof(T) > Max<Ts...>::v ? sizeof(T) : Max<Ts...>::v; };
template <class... Ts> F int sizes() { return (sizeof(Ts) + ... + 0); }
template <class... Ts, class U> F int tail(U u, Ts... ts) { return sizeof(U) * 100 + sizeof...(Ts); }
template <class T, class... Ts> F bool any = (std::is_same_v<T, Ts> || ...);
template <class... A, class... B> F int two(Count<A...>, Count<B...>) { return sizeof...(A) * 10 + sizeof...(B); }
template <class A, class B> struct P {};
template <class... A, class... B> F int zip(P<A, B>...) { return ((sizeof(A) * 10) + ... + 0) + (sizeof(B) + ... + 0); }
template <class... Ts> F int nest(Ts... ts) { return left(left(ts..., 1) + ts...); }
template <int... Ns> F int lookup(int i) { const int t[] = {Ns..., 99}; return t[i]; }
template <int... Ns> F int len() { int t[] = {Ns...}; return sizeof(t); }
template <class... Ts> F int assigned(Ts... ts) { int s = 0; ((s = s * 10 + ts), ...); return s; }
template <class... Ts> F int changed(Ts... ts) { ((ts += 1), ...); return left(ts...); }
template <class... Ts> F int refs(Ts &...ts) { ((ts += 1), ...); return 0; }
template <int A, int B> F int byref() { int a = A, b = B; refs(a, b); return a * 10 + b; }
template <class T, T... Vs> struct IS { static constexpr int n = sizeof...(Vs); };
template <class T, T... Vs> F int vals(IS<T, Vs...>) { return (0 + ... + Vs) + sizeof(T) * 100; }
template <class... Ts> F bool alls(Ts... ts) { return (ts && ...); }
template <class... Ts> F bool anys(Ts... ts) { return (... || ts); }
template <class R, class... A> F R apply(R (*f)(A...), A... a) { return f(a...); }
template <template <class...> class C, class... Ts> F int tt(C<Ts...>) { return sizeof...(Ts); }
template <class... Ts> F int autos(Ts...) { return 1; }
template <class T> F int autos(T *) { return 2; }
template <class T, class... Ts> F int rec(T t, Ts... ts) { if constexpr (sizeof...(ts) > 0) return t + 10 * rec(ts...); else return t; }
template <class... Ts> struct Tup;
template <> struct Tup<> { static constexpr int n = 0; };
template <class T, class... Ts> struct Tup<T, Ts...> { static constexpr int n = 1 + Tup<Ts...>::n; T head; Tup<Ts...> rest; };
template <int I, int... Is> struct Mk { static constexpr int n = Mk<I - 1, I - 1, Is...>::n; };
template <int... Is> struct Mk<0, Is...> { static constexpr int n = (Is + ... + 0) * 100 + sizeof...(Is); };

template <class... Ts>
__device__ void put(int *p, Ts... at) {
  ((p[at + threadIdx.x * (sizeof...(at) - 1)] = threadIdx.x), ...); // want "race"
}

template <class T, class... Ts>
__global__ void k(T *p, Ts... ts) {
  put(p, 0, 1, 2);
  CHECK(3, sizeof...(ts));
  CHECK(5, left(10, 3, 2));
  CHECK(9, right(10, 3, 2));
  CHECK(85, bleft(10, 3, 2));
  CHECK(-91, bright(10, 3, 2));
  CHECK(100, bleft());
  CHECK(7, left(7));
  CHECK(1, ov(1));
  CHECK(2, ov(1, 2));
  CHECK(3, ov3());
  CHECK(4, ov3(1));
  CHECK(4, ov3(1, 2.0f));
  CHECK(5, ov5(1, 2));
  CHECK(6, ov5(1, 2, 3));
  CHECK(7, ov7(1, 2));
  CHECK(8, ov7(1, 2u));
  CHECK(8, ov7<>(1, 2));
  CHECK(10, ov9(1, 2));
  CHECK(0, Count<>::n);
  CHECK(3, (Count<int, float, char>::n));
  CHECK(2, (First<Count<double, float, char>>::rest));
  CHECK(8, sizeof(First<Count<double, float, char>>::type));
  CHECK(6, (Sum<Seq<1, 2, 3>>::v));
  CHECK(0, (Sum<Seq<>>::v));
  CHECK(12, (Get<0, 1, 2>::v));
  CHECK(-1, (Get<1, 1, 2>::v));
  CHECK(13, (sizes<int, double, char>()));
  CHECK(0, sizes());
  CHECK(103, tail('a', 1, 2, 3));
  CHECK(true, (any<int, float, int>));
  CHECK(false, (any<int, float, double>));
  CHECK(false, (any<int>));
  CHECK(21, two(Count<int, int>(), Count<char>()));
  CHECK(123, zip(P<int, char>(), P<double, short>()));
  CHECK(6 + 10 - (6 + 3), nest(10, 3));
  CHECK(6, (lookup<5, 6, 7>(1)));
  CHECK(99, (lookup<5, 6, 7>(3)));
  CHECK(12, (len<5, 6, 7>()));
  CHECK(123, assigned(1, 2, 3));
  CHECK(11 - 4 - 3, changed(10, 3, 2));
  CHECK(23, (byref<1, 2>()));
  CHECK(106, (vals(IS<char, 1, 2, 3>())));
  CHECK(true, alls());
  CHECK(false, alls(1, 0));
  CHECK(false, anys());
  CHECK(2, tt(Count<int, char>()));
  CHECK(2, autos((int *)0));
  CHECK(321, rec(1, 2, 3));
  CHECK(3, (Tup<int, char, double>::n));
  CHECK(604, Mk<4>::n);
  CHECK(4, right(10, 3, 2)); // want "assert"
}

void run(int *p) { k<<<1, 64>>>(p, 0, 1, 2); }
