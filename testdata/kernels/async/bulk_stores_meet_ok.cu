//pass
//--blockDim=64 --gridDim=*
// Each block stores its tile in a place of its own, by a bulk copy.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
__global__ void k(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * 64), "r"(SMEM(tile)), "r"(256) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
