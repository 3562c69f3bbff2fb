template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <int N> __device__ int plus(int x) { return x + N; }
template <> __device__ int plus<7>(int x) { return -x; }
template <int N> __device__ int sum(int x) {
  if constexpr (N == 0) return x; else return sum<N - 1>(x + N);
}
template <class T, int N> struct Ring {
  T data[N];
  static const int size = N;
  __device__ T &operator[](int i) { return data[i % N]; }
};
template <class T> struct Wide { typedef T type; };
template <> struct Wide<int> { typedef long long type; };
__global__ void k(int *a, float *f, int n) {
  a[0] = larger(n, 3);
  f[0] = larger<float>(n, 2.5f);
  a[1] = plus<3>(n) + plus<7>(n) + sum<3>(n);
  Ring<int, 4> r;
  r[n] = 5;
  a[2] = r[1] + Ring<int, 4>::size;
  Wide<int>::type w = n;
  a[3] = w >> 40;
}
