//pass
//--blockDim=128 --gridDim=1
// Warp scans by shuffles, warp totals through shared memory.
__global__ void block_scan(const int *in, int *out) {
  __shared__ int totals[4];
  const unsigned full = 0xffffffffu;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = in[threadIdx.x];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int u = __shfl_up_sync(full, v, d);
    if (lane >= d) v += u;
  }
  if (lane == 31) totals[warp] = v;
  __syncthreads();
  int base = 0;
  for (int w = 0; w < warp; ++w) base += totals[w];
  out[threadIdx.x] = base + v;
}
