//pass
//--blockDim=256 --gridDim=1
// The scan as it was published, n an argument: both buffers of n elements.
__global__ void scan(float *g_odata, const float *g_idata, int n) {
  __requires(n <= blockDim.x);
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  if (thid < n) temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid < n) {
      if (thid >= offset)
        temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
      else
        temp[pout * n + thid] = temp[pin * n + thid];
    }
    __syncthreads();
  }
  if (thid < n) g_odata[thid] = temp[pout * n + thid];
}
