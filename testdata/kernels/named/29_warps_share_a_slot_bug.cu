//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// Each warp waits at a barrier of its own, and both write the one slot: what they write depends on the input.
__global__ void k(const float *in) {
  __shared__ float s[1];
  if (threadIdx.x % 32 == 0) s[0] = in[blockIdx.x * 64 + threadIdx.x];  // want "write-write race on s"
  asm volatile("bar.sync %0, 32;" :: "r"(threadIdx.x / 32 + 1) : "memory");
}
