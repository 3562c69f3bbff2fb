//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// One warp stores 16 bytes a lane, the other patches single words between them.
// Refuted: the patch comes without barrier 1, into the middle of a 16-byte store.
__global__ void patch(const float4 *in, float4 *out) {
  __shared__ __align__(16) float row[128];
  int l = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    reinterpret_cast<float4 *>(row)[l] = in[l];  // want "race on row"
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[l] = *reinterpret_cast<const float4 *>(row + 4 * l);
  } else {
    row[4 * l + 2] = 1.0f;  // want "race on row"
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  }
}
