//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Both barriers are there, and the wait leaves the group in flight whose slot is read.
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out) {
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  COPY(&tile[0][t], in + t);  // want "wait_group 2 at .* leaves the copy of line 10"
  COMMIT();
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8) COPY(&tile[(i + 1) % 2][t], in + (i + 1) * 64 + t);  // may "wait_group 2 at .* leaves the copy of line 13"
    COMMIT();
    WAIT(2);
    __syncthreads();
    sum += tile[i % 2][63 - t];  // may "race on tile"
    __syncthreads();
  }
  out[t] = sum;
}
