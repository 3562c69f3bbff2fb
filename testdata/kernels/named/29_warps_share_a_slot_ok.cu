//pass
//--blockDim=64
// A slot for each warp.
__global__ void k(const float *in) {
  __shared__ float s[2];
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile("bar.sync %0, 32;" :: "r"(threadIdx.x / 32 + 1) : "memory");
}
