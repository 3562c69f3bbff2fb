//xfail:NOT_ALL_VERIFIED
// The place is computed by a function that is a template argument, passed on twice.
namespace place {
template <typename T> __device__ int own(const T &i) { return i; }
template <typename T> __device__ int half(const T &i) { return i / 2; }
}
typedef int (*place_t)(const int &);

template <place_t At> __device__ void put(int *a, int i) { a[At(i)] = i; } // want "write-write race"

template <int N, place_t At> __global__ void k(int *a) { put<At>(a, N * threadIdx.x); }

template <place_t At> void launch(int *a) {
  auto run = [&](auto n) { k<decltype(n)::value, At><<<1, 64>>>(a); };
  run(std::integral_constant<int, 1>());
}

void go(int *a) {
  launch<place::half<int>>(a);
}
