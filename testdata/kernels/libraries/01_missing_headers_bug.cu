//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The rows overlap. Nothing that the kernel needs is in the headers that are not there.
#include "not/there.h"
#include <not/there/either.h>

// A text by way of a macro.
#define TEXT(x) #x
#define UNROLL(n) _Pragma(TEXT(unroll n))

// Host code and device code that no kernel uses.
__device__ unsigned first(their_queue_t *q, unsigned n, const their::pair<int> &p) { return q->take(n, p); }

__device__ constexpr int operator""_rows(unsigned long long n) { return 4 * int(n); }

__global__ void k(int *a, their_queue_t *unused, their::config<4> also) {
  UNROLL(4)
  for (int i = 0; i < 1_rows; i++) a[3 * threadIdx.x + i] = threadIdx.x; // want "write-write race"
}
