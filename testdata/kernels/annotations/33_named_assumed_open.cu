//open
//--blockDim=96 --gridDim=1
//open data-race "33_named_assumed_open.cu:19:7: unsupported: an assumption about accesses in a kernel with named barriers"
//open barrier-divergence "unsupported: an assumption about accesses"
//open deadlock "unsupported: an assumption about accesses"
//open barrier-recycling "unsupported: an assumption about accesses"
//open barrier-count "unsupported: an assumption about accesses"

// That the two warps have nothing written behind their barrier may be meant of what they write there. It would be taken of
// what was written before it as well, and hide that the third warp reads it.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32;
  for (int r = 0; r < n; r++) {
    if (t < 64) {
      if (t < 32)
        s[lane] = in[r * 32 + lane];
      asm volatile("bar.sync 1, 64;" ::: "memory");
      __assume(__no_write(s));
    }
    out[r * 96 + t] = s[31 - lane];
    __syncthreads();
  }
}
