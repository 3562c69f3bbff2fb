//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=8
// Persistent blocks, but a block steps by fewer tiles than there are blocks, and marks its tiles.
__global__ void k(const float4 *in, float *out, int tiles) {
  __shared__ float4 tile[64];
  int t = threadIdx.x;
  if (t >= 64) {
    t -= 64;
    for (int i = blockIdx.x; i < tiles; i += gridDim.x - 1) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      tile[t] = in[i * 64 + t];
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = blockIdx.x; i < tiles; i += gridDim.x - 1) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      float4 v = tile[63 - t];
      out[i * 64 + t] = v.x + v.y + v.z + v.w + blockIdx.x;  // want "race"
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
}
