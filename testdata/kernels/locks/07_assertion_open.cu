//--blockDim=64 --gridDim=1
//proved data-race barrier-divergence deadlock barrier-recycling barrier-count
//open assertion "failing assertion at .*:11:3, which uses the value read from s at"
// What others have stored is less than four.
#include <assert.h>
__global__ void check(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] & 3;
  __syncthreads();
  assert(s[t ^ 1] < 4);
  out[t] = s[t];
}
