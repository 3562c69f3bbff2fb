//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each fourth thread copies 16 bytes from an address that is no multiple of 16.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
__global__ void k(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[68];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int first = t / 4 * 4 + (t % 4 ? 1 : 0);
    if (t % 4 == 1)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SMEM(&tile[first])), "l"(in + i * 64 + first) : "memory");  // want "multiple of 16 bytes"
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[i * 64 + t] = tile[t];
    __syncthreads();
  }
}
