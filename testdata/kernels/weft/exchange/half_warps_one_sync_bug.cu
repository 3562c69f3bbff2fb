//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each half of a warp sorts out pairs through shared memory, synchronised with its own lanes only.
// Refuted: the results are stored while the partner may still read the old key.
__device__ unsigned half_mask(int lane) { return lane < 16 ? 0x0000ffffu : 0xffff0000u; }

__global__ void compare_exchange(const int *in, int *out) {
  __shared__ int key[64];
  const int t = threadIdx.x, lane = t & 31;
  const unsigned mask = half_mask(lane);
  key[t] = in[t];
  __syncwarp(mask);
  for (int d = 8; d > 0; d >>= 1) {
    int a = key[t], b = key[t ^ d];  // want "race on key"
    key[t] = (t & d) ? max(a, b) : min(a, b);  // want "race on key"
    __syncwarp(mask);
  }
  out[t] = key[t];
}
