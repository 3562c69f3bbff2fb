//pass
//--blockDim=64 --gridDim=1
// Each half of a warp sorts out pairs through shared memory, synchronised with its own lanes only.
// Proved: partners lie in the same half, and the mask names exactly that half.
__device__ unsigned half_mask(int lane) { return lane < 16 ? 0x0000ffffu : 0xffff0000u; }

__global__ void compare_exchange(const int *in, int *out) {
  __shared__ int key[64];
  const int t = threadIdx.x, lane = t & 31;
  const unsigned mask = half_mask(lane);
  key[t] = in[t];
  __syncwarp(mask);
  for (int d = 8; d > 0; d >>= 1) {
    int a = key[t], b = key[t ^ d];
    __syncwarp(mask);
    key[t] = (t & d) ? max(a, b) : min(a, b);
    __syncwarp(mask);
  }
  out[t] = key[t];
}
