//pass
//--blockDim=480 --gridDim=1
// Every id from 0 to 15 in one loop: fifteen warps sync alone on barriers 1 to 15, all by barrier 0.
// Proved: __syncthreads is barrier 0, and it stands between two warps' uses of any other id.
__global__ void rotate(const int *in, int *out) {
  __shared__ int s[480];
  const int t = threadIdx.x, w = t >> 5, base = t & ~31;
  s[t] = in[t];
  for (int turn = 0; turn < 15; ++turn) {
    asm volatile("bar.sync %0, 32;" ::"r"(1 + (w + turn) % 15) : "memory");
    int v = s[base + ((t + 1) & 31)];
    __syncthreads();
    s[t] = v;
  }
  out[t] = s[t];
}
