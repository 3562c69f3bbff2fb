//pass
//--blockDim=64 --gridDim=1
// Warp 1 fills two stages, warp 0 reads them. The wait is the loop in assembly that everybody's wrappers are.
__device__ unsigned addr(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred       P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra     LAB_WAIT;\n"
      "DONE:\n"
      "}" :: "r"(bar), "r"(parity));
}

__device__ void arrive(unsigned bar) {
  asm volatile("{\n .reg .b64 t;\n mbarrier.arrive.shared::cta.b64 t, [%0];\n}" :: "r"(bar) : "memory");
}

__global__ void k(const float *in, float *out) {
  __shared__ float buf[2][32];
  __shared__ unsigned long long ready[2];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; ++s)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(addr(&ready[s])));
  __syncthreads();
  if (threadIdx.x >= 32) {
    for (int s = 0; s < 2; ++s) {
      buf[s][lane] = in[s * 32 + lane];
      arrive(addr(&ready[s]));
    }
  } else {
    float acc = 0;
    for (int s = 0; s < 2; ++s) {
      wait(addr(&ready[s]), 0);
      acc += buf[s][31 - lane];
    }
    out[lane] = acc;
  }
}
