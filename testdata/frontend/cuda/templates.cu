template <typename T> struct Vec { T *data; __device__ T &operator[](int i) { return data[i]; } __device__ static T zero() { return T(0); } };
template <> struct Vec<int> { int *d; };
template <class T, int N> __device__ T sum(const T (&a)[N]) { T s = 0; for (int i = 0; i < N; i++) s += a[i]; return s; }
template <> __device__ int sum<int, 3>(const int (&a)[3]) { return 1; }
template __global__ void tk<float>(float *, int);
template <class T> __global__ void tk(T *p, int n) { Vec<T> v; Vec<Vec<T>> w; p[0] = Vec<T>::zero(); v.data = p; int x = sizeof(T) >> 1; x = n >> 2; x >>= 1; typename Vec<T>::type q; }
template <class T> using Ptr = T *;
template<class... Ts> __device__ void pack(Ts... ts) { }
template<int N = 3, class U = Vec<Vec<int>>> struct Def {};
template <template <class> class X> struct TT {};
template <class T> std::enable_if_t<(sizeof(T) > 4), T> enab(T x) { return x; }
template <int... Ns, class... Ts>
__device__ int folds(Ts &&...ts) {
  int a[] = {Ns..., sizeof...(Ts)};
  pack(static_cast<Ts>(ts)...);
  return (ts + ...) + (... && Ns) + (0 | ... | ts) + ((a[Ns] += ts), ...);
}
struct Unread { int x; } __unknown_word w;
