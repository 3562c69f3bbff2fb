//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The old tail: volatile, no __syncwarp. Safe only where the threads of a warp
// run in lock step (--warp-sync), which no device since sm_70 promises.
#ifndef BLOCK
#define BLOCK 256
#endif

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  for (unsigned int d = 32; d > 0; d >>= 1)
    if (blockSize >= 2 * d) sdata[tid] += sdata[tid + d];  // want "race on sdata"
}

template <unsigned int blockSize>
__global__ void reduce4(const int *g_idata, int *g_odata, unsigned int n) {
  __shared__ int sdata[blockSize < 64 ? 64 : blockSize];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  int sum = i < n ? g_idata[i] : 0;
  if (i + blockSize < n) sum += g_idata[i + blockSize];
  sdata[tid] = sum;
  __syncthreads();
  for (unsigned int s = blockSize / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template __global__ void reduce4<BLOCK>(const int *, int *, unsigned int);
