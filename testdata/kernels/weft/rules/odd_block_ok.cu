//pass
//--blockDim=80 --gridDim=1
// 80 threads: the last warp has 16. The whole block meets by __syncthreads, the full warps by barrier 1.
// Proved: the named barrier counts only threads that exist.
__global__ void odd_block(const int *in, int *out) {
  __shared__ int s[80];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[79 - t];
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (t < 16) s[t + 16] = v;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    v += s[t / 4 + 16];
  }
  out[t] = v;
}
