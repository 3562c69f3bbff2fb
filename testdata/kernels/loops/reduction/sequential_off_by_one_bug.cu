//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Sequential addressing with a bound that is one too large: thread s writes what
// thread 0 reads.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduce2(const float *g_idata, float *g_odata, unsigned int n) {
  __shared__ float sdata[2 * BLOCK];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0.0f;
  sdata[tid + BLOCK] = 0.0f;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid <= s) {
      sdata[tid] += sdata[tid + s];  // want "race on sdata"
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
