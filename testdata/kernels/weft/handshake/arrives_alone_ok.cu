//pass
//--blockDim=64 --gridDim=1
// Both warps only arrive at barrier 5, so its generations end without a thread that waits for them.
// Proved: the block barrier between the two uses puts all arrives of the first before the second.
__global__ void beat(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.arrive 5, 64;" ::: "memory");
  __syncthreads();
  int v = s[63 - t];
  asm volatile("bar.arrive 5, 64;" ::: "memory");
  out[t] = v;
}
