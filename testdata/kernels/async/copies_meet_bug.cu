//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two threads copy different elements of the input to one place: which one stays there is open.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  COPY(&s[t / 2], in + t);  // want "race on s"
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[t] = s[t / 2];
}
