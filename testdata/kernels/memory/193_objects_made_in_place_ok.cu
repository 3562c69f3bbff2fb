//pass
//--blockDim=64 --gridDim=64

// Each thread constructs objects of its own in memory of the block.
#include <new>
struct Pair {
  int a, b;
  __device__ Pair(int x) : a(x), b(2 * x) {}
};
struct Two {
  int a, b;
};
template <class T> __device__ T *make(void *p, int v) { return new (p) T(v); }

__global__ void place() {
  __shared__ Pair pairs[64];
  __shared__ Two twos[64];
  __shared__ int numbers[64];
  __shared__ alignas(8) char raw[64 * sizeof(Pair)];
  Pair *x = make<Pair>(&pairs[threadIdx.x], 3);
  Two *y = new (&twos[threadIdx.x]) Two{5, 6};
  new (numbers + threadIdx.x) int(7);
  Pair *z = ::new (raw + threadIdx.x * sizeof(Pair)) Pair(4);
  __assert(x->a == 3 && pairs[threadIdx.x].b == 6 && y->b == 6 && numbers[threadIdx.x] == 7 && z->b == 8);
}
