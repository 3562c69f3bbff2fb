//xfail:NOT_ALL_VERIFIED
//--blockDim=* --gridDim=1
// The step down reads its offset one iteration late: ai and bi overlap those of
// other threads.
__global__ void prescan(float *g_odata, const float *g_idata, int n) {
  __requires(n == 2 * blockDim.x);
  __requires((n & (n - 1)) == 0);
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int offset = 1;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (thid + 2) - 1;
      temp[bi] += temp[ai];  // want "race on temp"
    }
    offset *= 2;
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}
