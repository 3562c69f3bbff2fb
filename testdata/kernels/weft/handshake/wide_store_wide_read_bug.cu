//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// One warp stores 16 bytes a lane, the other patches single words between them.
// Refuted: the wide read does not wait for the patch.
__global__ void patch(const float4 *in, float4 *out) {
  __shared__ __align__(16) float row[128];
  int l = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    reinterpret_cast<float4 *>(row)[l] = in[l];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[l] = *reinterpret_cast<const float4 *>(row + 4 * l);  // want "race on row"
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    row[4 * l + 2] = 1.0f;  // want "race on row"
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  }
}
