//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// A ring as in state_counted_n_ok.cu, whose consumers never flip their bit.
#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define INVAL(b) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(SMEM(b)) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)  // want "wait by parity for generation 1 of barrier empty"
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
__global__ void k(const int *in, int *out, int n) {
  __shared__ int ring[2][32], count;
  __shared__ unsigned long long full[2], empty[2];
  int t = threadIdx.x, sum = 0;
  if (t == 0) atomicExch_block(&count, 0);
  __syncthreads();
  if (t >= 64) {
    unsigned lanes = __match_any_sync(__activemask(), (unsigned long long)1);
    if (t % 32 == __ffs(lanes) - 1) atomicAdd_block(&count, __popc(lanes));
  }
  __syncthreads();
  if (t == 0) {
    int producers = atomicAdd_block(&count, 0);
    for (int i = 0; i < 2; ++i) {
      INIT(&full[i], producers);
      INIT(&empty[i], 96 - producers);
    }
    atomicExch_block(&count, 96);
  }
  __syncthreads();
  unsigned char slot = 0, bits = 253;
  for (int i = 0; i < n; ++i) {
    if (t >= 64) {
      wait(&empty[slot], bits & 1);
      ring[slot][t - 64] = in[i * 32 + t - 64];  // want "read-write race on ring"
      ARRIVE(&full[slot]);
      bits = (unsigned char)(slot + 1) == 2 ? bits & 254 | ((bits & 1) == 0 ? 1 : 0) : bits;
    } else {
      wait(&full[slot], (bits & 2) >> 1);
      sum += ring[slot][t % 32];  // want "read-write race on ring"
      ARRIVE(&empty[slot]);  // want "is not ordered after generation 1"
      bits = (unsigned char)(slot + 1) == 2 ? bits & 253 | ((bits & 2) == 0 ? 0 : 1) << 1 : bits;
    }
    slot = (unsigned char)(slot + 1) == 2 ? 0 : slot + 1;
  }
  out[t] = sum;
  unsigned left = __match_any_sync(__activemask(), (unsigned long long)1);
  if (t % 32 == __ffs(left) - 1) {
    __threadfence_block();
    int before = atomicAdd_block(&count, -__popc(left));
    __threadfence_block();
    if (before == __popc(left))
      for (int i = 0; i < 2; ++i) {
        INVAL(&full[i]);
        INVAL(&empty[i]);
      }
  }
}
