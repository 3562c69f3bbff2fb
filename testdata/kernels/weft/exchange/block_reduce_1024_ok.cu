//pass
//--gridDim=1
// The largest block: 32 warps reduce by shuffles, the first warp adds up their sums.
// Proved: a barrier behind the warps' sums, and one before the next value overwrites them.
template <int LANES>
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
  for (int d = LANES / 2; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}

__device__ float block_sum(float v, float *sums) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_sum<32>(v);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warp_sum<32>(sums[lane]);
    if (lane == 0) sums[0] = v;
  }
  __syncthreads();
  v = sums[0];
  __syncthreads();
  return v;
}

__global__ __launch_bounds__(1024) void mean_and_variance(const float *x, float *out) {
  __shared__ float sums[32];
  float v = x[threadIdx.x];
  float mean = block_sum(v, sums) / 1024.f;
  float var = block_sum((v - mean) * (v - mean), sums) / 1024.f;
  if (threadIdx.x == 0) {
    out[0] = mean;
    out[1] = var;
  }
}
