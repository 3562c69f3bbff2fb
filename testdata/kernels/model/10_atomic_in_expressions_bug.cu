//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// A variable at file level that one thread sets and all use, without a call of its functions.
#include <cuda/atomic>
__device__ int level;

__global__ void use_level(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) level = 1;  // want "race on level"
  int seen = level;  // may "race on level"
  if (level > 0) seen += level * 2;  // may "race on level"
  out[i] = in[i] + seen;
}
