//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The way up has no barrier between its steps.
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
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  __syncthreads();
  for (int d = n >> 1; d > 0; d >>= 1) {
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];  // want "race on temp"
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;  // want "race on temp"
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}
