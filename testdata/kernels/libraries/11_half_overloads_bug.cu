//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A number converts to a half by a constructor only: and a half is none.
#include <cuda_fp16.h>

union bits {
  unsigned short number;
  half h;
  __device__ bits(unsigned short v) : number(v) {}
  __device__ bits(half v) : h(v) {}
};

__device__ int width(float) { return 64; }
__device__ int width(half) { return 0; }

__global__ void k(int *a, half x) {
  bits z(threadIdx.x | 0x400), w(x);
  a[z.number - 0x400] = threadIdx.x; // want "race"
  a[threadIdx.x + width(x) + 1] = w.number; // want "race"
}
