//pass
//--blockDim=256 --gridDim=*
// Inclusive scan by Hillis and Steele, double buffered: one barrier a step.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void scan(float *g_odata, const float *g_idata) {
  __shared__ float temp[2 * BLOCK];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * BLOCK + thid] = g_idata[blockIdx.x * BLOCK + thid];
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * BLOCK + thid] = temp[pin * BLOCK + thid] + temp[pin * BLOCK + thid - offset];
    else
      temp[pout * BLOCK + thid] = temp[pin * BLOCK + thid];
    __syncthreads();
  }
  g_odata[blockIdx.x * BLOCK + thid] = temp[pout * BLOCK + thid];
}
