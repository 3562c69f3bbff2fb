//pass
//--blockDim=64 --gridDim=*
// Each thread reserves as many elements as its mask has bits, which may be none.
__global__ void bits(unsigned *out, unsigned *count, const unsigned *mask) {
  unsigned m = mask[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned n = __popc(m);
  unsigned at = atomicAdd(count, n);
  if (n > 0)
    out[at] = m;
}
