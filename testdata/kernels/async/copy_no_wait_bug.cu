//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Nobody waits for the copies: the barrier orders what the threads did, not what they started.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  COPY(&s[t], in + t);  // want "race on s"
  COMMIT();
  __syncthreads();
  out[t] = s[63 - t];  // may "race on s"
}
