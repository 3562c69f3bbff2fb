//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Double buffering needs its one barrier.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void scan(float *g_odata, const float *g_idata) {
  __shared__ float temp[2][BLOCK];
  int thid = threadIdx.x;
  int pout = 0;
  temp[pout][thid] = g_idata[blockIdx.x * BLOCK + thid];
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset *= 2) {
    float v = temp[pout][thid];
    if (thid >= offset) v += temp[pout][thid - offset];  // want "race on temp"
    pout = 1 - pout;
    temp[pout][thid] = v;  // want "race on temp"
  }
  g_odata[blockIdx.x * BLOCK + thid] = temp[pout][thid];
}
