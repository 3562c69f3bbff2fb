//pass
//--blockDim=64 --gridDim=2

// Which function is meant: every call here is of one that returns 1.
namespace grid {
struct Point { int v; };
__device__ int step(Point) { return 1; } // found through its argument
}
template <class T> __device__ int step(T) { return 0; }

__device__ int early(long) { return 1; }
__device__ int earlier() { return early(3); } // the other one is declared later
__device__ int early(int) { return 0; }

__device__ int kind(int &&) { return 1; }
__device__ int kind(const int &) { return 0; }

template <class T> __device__ int same(T, T) { return 0; } // not for an int and an unsigned
__device__ int same(long, long) { return 1; }

template <bool, class T> struct only {};
template <class T> struct only<true, T> { typedef T type; };
template <class T> __device__ typename only<sizeof(T) == 8, int>::type wide(T) { return 0; }
template <class T> __device__ typename only<sizeof(T) == 4, int>::type wide(T) { return 1; }

template <class T> struct trait { static __device__ int value() { return 0; } };
template <class T> struct trait<T &> { static __device__ int value() { return 1; } };
template <> struct trait<unsigned> { static __device__ int value() { return 1; } };

__global__ void chosen(int *p) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  grid::Point q = {t};
  int seen = t;
  bool inner;
  {
    auto outer = [&]() { return seen == t; }; // not the one below
    int seen = -1;
    inner = outer() & seen < 0;
  }
  int all = step(q) & earlier() & kind(t + 1) & same(1, 2u) & wide(t) & trait<int &>::value() & trait<uint>::value() & inner;
  p[all ? t : 0] = t;
  __syncthreads();
  if (!all)
    p[0] = t;
}
