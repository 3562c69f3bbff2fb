//pass
//--blockDim=64 --gridDim=1
// Each thread copies a word. It waits for its copy before the barrier, so that behind it all copies are over.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  COPY(&s[t], in + t);
  COMMIT();
  WAIT(0);
  __syncthreads();
  out[t] = s[63 - t];
}
