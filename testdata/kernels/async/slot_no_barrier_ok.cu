//pass
//--blockDim=64 --gridDim=1
// Two slots: one is filled while the other one is read, between two barriers.
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  COPY(&tile[0][t], in + t);
  COMMIT();
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8) COPY(&tile[(i + 1) % 2][t], in + (i + 1) * 64 + t);
    COMMIT();
    WAIT(1);
    __syncthreads();
    sum += tile[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
