//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// What others have stored may be three.
#include <assert.h>
__global__ void check(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 3;
  __syncthreads();
  assert(s[t ^ 1] < 3);  // want "assertion can fail"
  out[t] = s[t];
}
