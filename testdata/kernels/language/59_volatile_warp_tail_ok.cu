//pass
//--blockDim=64 --gridDim=1
// The old volatile tail assumes that a warp runs in lock step; __syncwarp says so.
__device__ void warpReduce(volatile int *sdata, int tid) {
  int v = sdata[tid];
  for (int d = 16; d > 0; d >>= 1) {
    v += sdata[tid + d];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
  }
}
__global__ void reduce_volatile(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) s[tid] += s[tid + 32];
  __syncthreads();
  if (tid < 32) warpReduce(s, tid);
  __syncthreads();
  if (tid == 0) *out = s[0];
}
