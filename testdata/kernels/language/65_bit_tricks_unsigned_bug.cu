//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Swizzled shared index: x ^ (x >> 3) permutes, x | 1 does not.
__global__ void swizzle(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  unsigned at = (t & ~1u) | (t >> 5);
  s[at & 63u] = in[t];  // want "write-write race on s"
  __syncthreads();
  out[t] = s[t] + __brev(t);
}
