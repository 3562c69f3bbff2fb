//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Threads beyond n write into the other buffer.
__global__ void scan(float *g_odata, const float *g_idata, int n) {
  __requires(n >= 2 && n <= blockDim.x);
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  if (thid < n) temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    float v = temp[pin * n + thid];  // want "race on temp"
    if (thid >= offset) v += temp[pin * n + thid - offset];  // may "race on temp"
    temp[pout * n + thid] = v;  // want "race on temp"
    __syncthreads();
  }
  if (thid < n) g_odata[thid] = temp[pout * n + thid];
}
