//xfail:NOT_ALL_VERIFIED
//--blockDim=80 --gridDim=1
// 80 threads: the last warp has 16. The whole block meets by __syncthreads, the full warps by barrier 1.
// Refuted: threads 64 to 79 read cells 0 to 15 while warp 0 overwrites them behind barrier 1.
__global__ void odd_block(const int *in, int *out) {
  __shared__ int s[80];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[79 - t];  // want "race on s"
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (t < 16) s[t] = v;  // want "race on s"
    asm volatile("bar.sync 1, 64;" ::: "memory");
    v += s[t / 4];
  }
  out[t] = v;
}
