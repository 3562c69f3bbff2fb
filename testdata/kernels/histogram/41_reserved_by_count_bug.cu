//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// A thread whose mask has no bits reserves nothing, and writes all the same.
__global__ void bits(unsigned *out, unsigned *count, const unsigned *mask) {
  unsigned m = mask[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned n = __popc(m);
  unsigned at = atomicAdd(count, n);
  out[at] = threadIdx.x;  // want "write-write race on out"
}
