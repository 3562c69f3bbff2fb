//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two groups may be under way: the tile that is read is one of them.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int ring[3][64];
  int t = threadIdx.x, acc = 0;
  for (int p = 0; p < 2; ++p) {
    COPY(&ring[p][t], in + p * 64 + t);  // want "wait_group 2"
    COMMIT();
  }
  for (int i = 0; i < 6; ++i) {
    WAIT(2);
    __syncthreads();
    if (i + 2 < 6) COPY(&ring[(i + 2) % 3][t], in + (i + 2) * 64 + t);  // may "wait_group 2"
    COMMIT();
    acc += ring[i % 3][63 - t];  // may "race on ring"
  }
  out[t] = acc;
}
