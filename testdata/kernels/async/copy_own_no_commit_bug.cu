//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A wait concerns committed groups only.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  COPY(&s[t], in + t);  // want "race on s"
  WAIT(0);
  out[t] = s[t];  // may "race on s"
}
