//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The scan is written out in coalesced order, before all threads are done.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void prescan(float *g_odata, const float *g_idata) {
  __shared__ float temp[2 * BLOCK];
  int thid = threadIdx.x;
  int offset = 1;
  const int n = 2 * BLOCK;
  g_idata += blockIdx.x * n;
  g_odata += blockIdx.x * n;
  temp[thid] = g_idata[thid];
  temp[thid + BLOCK] = g_idata[thid + BLOCK];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];  // want "race on temp"
      temp[bi] += t;  // want "race on temp"
    }
  }
  g_odata[thid] = temp[thid];  // want "race on temp"
  g_odata[thid + BLOCK] = temp[thid + BLOCK];  // want "race on temp"
}
