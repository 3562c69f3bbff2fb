//pass
//--blockDim=64 --gridDim=1

// Nothing that the kernel needs is in the headers that are not there.
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
  for (int i = 0; i < 1_rows; i++) a[1_rows * threadIdx.x + i] = threadIdx.x;
  if (a[1_rows * threadIdx.x] < 0) printf("%s: a row is bad\n", __func__);
}
