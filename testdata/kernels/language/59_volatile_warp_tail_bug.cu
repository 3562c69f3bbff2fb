//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The old volatile tail assumes that a warp runs in lock step; __syncwarp says so.
__device__ void warpReduce(volatile int *sdata, int tid) {
  sdata[tid] += sdata[tid + 16];  // want "race on s"
  sdata[tid] += sdata[tid + 8];  // may "race on s"
  sdata[tid] += sdata[tid + 4];  // may "race on s"
  sdata[tid] += sdata[tid + 2];  // may "race on s"
  sdata[tid] += sdata[tid + 1];  // may "race on s"
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
