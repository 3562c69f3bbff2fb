//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=64

// All threads construct in the same place.
#include <new>
struct Pair {
  int a, b;
  __device__ Pair(int x) : a(x), b(2 * x) {}
};
struct Two {
  int a, b;
};
template <class T> __device__ T *make(void *p, int v) { return new (p) T(v); } // want "race on pairs"

__global__ void place() {
  __shared__ Pair pairs[64];
  __shared__ Two twos[64];
  __shared__ int numbers[64];
  __shared__ alignas(8) char raw[64 * sizeof(Pair)];
  Pair *x = make<Pair>(&pairs[0], threadIdx.x);
  Two *y = new (&twos[threadIdx.x]) Two{5, 6};
  new (numbers + threadIdx.x) int(7);
  Pair *z = ::new (raw + threadIdx.x * sizeof(Pair)) Pair(4);
}
