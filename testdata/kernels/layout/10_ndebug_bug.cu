//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// With NDEBUG an assertion does not evaluate its condition.
#define NDEBUG
#include <assert.h>

__global__ void k(int *o) {
  int t = threadIdx.x;
  assert(++t);
  if (t == threadIdx.x) o[0] = t; // want "race on o"
}
