//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Each thread waits for its own copy behind the barrier, and nothing then orders it before what others read.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  COPY(&s[t], in + t);  // want "race on s"
  COMMIT();
  __syncthreads();
  WAIT(0);
  out[t] = s[63 - t];  // may "race on s"
}
