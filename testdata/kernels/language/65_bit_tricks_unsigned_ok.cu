//pass
//--blockDim=64 --gridDim=1
// Swizzled shared index: x ^ (x >> 3) permutes, x | 1 does not.
__global__ void swizzle(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  unsigned at = t ^ (t >> 3);
  s[at & 63u] = in[t];
  __syncthreads();
  out[t] = s[t] + __brev(t);
}
