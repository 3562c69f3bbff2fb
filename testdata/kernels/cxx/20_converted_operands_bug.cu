//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Operands that conversion functions to int & and const int & make numbers of; a function that takes
// a half is none for them, as that would be a second conversion.
#include <cuda_fp16.h>

struct Element {
  __device__ Element(int *p) : p(p) {}
  __device__ operator int &() { return *p; }  // want "race"
  __device__ operator const int &() const { return *p; }
  __device__ Element operator=(int v) {
    *p = v; // want "race"
    return *this;
  }
  int *p;
};

__device__ float to(float v) { return v; }
__device__ float to(__half v) { return 0; }

__device__ Element at(int *p, int i) { return Element(p + i); }

__global__ void k(int *p, float *f) {
  int i = threadIdx.x;
  p[i] = i;
  __syncthreads();
  if (at(p, i) != -5 && at(p, i) < 70) at(p, i) = at(p, i) + 1;
  __syncthreads();
  at(p, i / 2 * 2 + 1) = i;
  f[i] = to(at(p, i));
}
