//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A number is no argument for a parameter of an enumeration's type, so that the first
// template is meant, with a stride of 0: all threads write one element. The enumerator
// keeps its type where it is handed on. __host__ is a macro of CUDA's own, and unRoll a
// pragma that no compiler knows.
#ifndef __host__
#define __host__
#define __device__
#endif

enum class Op { Add, Max };
enum Kind { Left = 3, Right = 5 };

__host__ __device__ constexpr int width(Kind k) { return k == Left ? 0 : 1; }

template <Op A, int stride = 1>
__device__ void put(int *p) {
  p[threadIdx.x * stride] = threadIdx.x; // want "race"
}

template <Op A, Op B, int stride = 1>
__device__ void put(int *p) {
  p[threadIdx.x + 64] = threadIdx.x;
}

template <Kind K>
__device__ void choose(int *p) {
#pragma unRoll
  for (int i = 0; i < 1; i++) put<Op::Add, width(K)>(p);
}

__global__ void k(int *p) { choose<Left>(p); }
