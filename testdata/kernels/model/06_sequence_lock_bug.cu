//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A reader that retries by a sequence number: two fences in the writer, one in the reader.
#include <assert.h>
__device__ volatile int seq, a, b;

__global__ void k() {
  if (blockIdx.x == 0) {
    seq = 1;
    __threadfence();
    a = 1;
    b = 1;
    __threadfence();
    seq = 2;
  } else {
    int s = seq;
    __threadfence();
    int ra = a, rb = b;
    int e = seq;
    if (s == e && s % 2 == 0) assert(ra == rb); // want "assertion can fail"
  }
}
