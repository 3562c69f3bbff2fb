//pass
//--blockDim=64 --gridDim=1
// Tiles of two arrays, two rounds ahead of the one that is read, for any number of rounds.
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__global__ void k(const int *in, int *out, int n) {
  __shared__ int tile[3][64], other[3][64];
  int t = threadIdx.x, sum = 0;
  for (int p = 0; p < 2; ++p) {
    if (p < n) {
      COPY(&tile[p][t], in + p * 64 + t);
      COPY(&other[p][t], in + p * 64 + t);
    }
    COMMIT();
  }
  for (int i = 0; i < n; ++i) {
    WAIT(1);
    __syncthreads();
    sum += tile[i % 3][63 - t] * other[i % 3][63 - t];
    if (i + 2 < n) {
      COPY(&tile[(i + 2) % 3][t], in + (i + 2) * 64 + t);
      COPY(&other[(i + 2) % 3][t], in + (i + 2) * 64 + t);
    }
    COMMIT();
  }
  out[t] = sum;
}
