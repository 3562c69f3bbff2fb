//pass
//--blockDim=96 --gridDim=1
// A ring of three slots, for any number of tiles: slot and parity go on by selects, as compilers write it.
// Proved: the parity flips where the slot is the first one again.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const int *in, int *out, int n) {
  __shared__ int ring[3][32];
  __shared__ unsigned long long full[3], empty[3];
  int t = threadIdx.x, slot = 0, sum = 0;
  if (t < 3) {
    INIT(&full[t], 32);
    INIT(&empty[t], 64);
  }
  __syncthreads();
  if (t >= 64) {
    unsigned parity = 1;
    for (int i = 0; i < n; ++i) {
      wait(&empty[slot], parity);
      ring[slot][t - 64] = in[i * 32 + t - 64];
      ARRIVE(&full[slot]);
      parity = parity ^ (slot + 1 == 3 ? 1 : 0);
      slot = slot + 1 == 3 ? 0 : slot + 1;
    }
  } else {
    unsigned parity = 0;
    for (int i = 0; i < n; ++i) {
      wait(&full[slot], parity);
      sum += ring[slot][t % 32];
      ARRIVE(&empty[slot]);
      parity = parity ^ (slot + 1 == 3 ? 1 : 0);
      slot = slot + 1 == 3 ? 0 : slot + 1;
    }
    out[t] = sum;
  }
}
