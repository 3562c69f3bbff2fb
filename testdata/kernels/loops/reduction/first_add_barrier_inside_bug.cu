//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The barrier has slipped into the branch of the threads that add.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduce3(const int *g_idata, int *g_odata, unsigned int n) {
  __shared__ int sdata[BLOCK];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] = mySum = mySum + sdata[tid + s];
      __syncthreads();  // want "divergence"
    }
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}
