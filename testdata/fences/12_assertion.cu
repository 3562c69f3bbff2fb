//--blockDim=1 --gridDim=2
// fences: {10:device 13:device}
// Nothing races here; the assertion needs the fences.
#include <assert.h>
__device__ volatile int data, flag;

__global__ void k() {
  if (blockIdx.x == 0) {
    // both are volatile
    data = 42;
    flag = 1;
  } else {
    int seen = flag;
    int read = seen;
    int got = data;
    if (read == 1) assert(got == 42);
  }
}
