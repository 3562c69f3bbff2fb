//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// One __syncwarp a step is not enough: while lane 0 still reads element 16, lane
// 16 may already write it.
#ifndef BLOCK
#define BLOCK 256
#endif

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  for (unsigned int d = blockSize >= 64 ? 32 : blockSize / 2; d > 0; d >>= 1) {
    sdata[tid] += sdata[tid + d];  // want "race on sdata"
    __syncwarp();
  }
}

template <unsigned int blockSize>
__global__ void reduce5(const int *g_idata, int *g_odata, unsigned int n) {
  __shared__ int sdata[blockSize < 64 ? 64 : blockSize];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  int sum = 0;
  while (i < n) {
    sum += g_idata[i];
    if (i + blockSize < n) sum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = sum;
  __syncthreads();
  if (blockSize >= 1024) { if (tid < 512) sdata[tid] += sdata[tid + 512]; __syncthreads(); }
  if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) sdata[tid] += sdata[tid + 64]; __syncthreads(); }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template __global__ void reduce5<BLOCK>(const int *, int *, unsigned int);
