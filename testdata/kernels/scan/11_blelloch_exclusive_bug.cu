//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// Work-efficient exclusive scan of 64 elements with 32 threads.
#include <cstdlib>
#include <cuda_runtime.h>

#define N_ELEMS 64

__global__ void prescan(int *g_odata, const int *g_idata) {
  __shared__ int temp[N_ELEMS];
  int thid = threadIdx.x;
  int offset = 1;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];

  for (int d = N_ELEMS >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];  // may "race on temp"
    }
    offset *= 2;
  }
  if (thid == 0) temp[N_ELEMS - 1] = 0;  // may "race on temp"
  for (int d = 1; d < N_ELEMS; d *= 2) {
    offset >>= 1;
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      int t = temp[ai];  // may "race on temp"
      temp[ai] = temp[bi];  // want "race on temp"
      temp[bi] += t;  // want "race on temp"
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}
