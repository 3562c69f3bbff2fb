//pass
//--blockDim=64 --gridDim=2

// With NDEBUG an assertion does not evaluate its condition.
#define NDEBUG
#include <cassert>

__global__ void k(int *o, int n) {
  assert(n > 0);
  o[blockIdx.x * 64 + threadIdx.x] = 1;
}
