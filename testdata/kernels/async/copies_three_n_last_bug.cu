//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// As copies_three_n_ok, but a group is only committed where a tile is left to copy: the last wait leaves the last tile in flight.
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out, int n) {
  __shared__ int ring[3][64];
  int t = threadIdx.x, sum = 0;
  for (int p = 0; p < 2; ++p) {
    if (p < n) COPY(&ring[p][t], in + p * 64 + t);  // want "race on ring"
    COMMIT();
  }
  for (int i = 0; i < n; ++i) {
    WAIT(1);
    __syncthreads();
    if (i + 2 < n) {
      COPY(&ring[(i + 2) % 3][t], in + (i + 2) * 64 + t);  // want "race on ring"
      COMMIT();
    }
    sum += ring[i % 3][63 - t];  // want "race on ring"
  }
  out[t] = sum;
}
