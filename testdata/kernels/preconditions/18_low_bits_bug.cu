//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// condition: n <= 16777216
// The product of low bits: elements beyond 2^24 meet others, of which few programs have as many.
__global__ void number(unsigned *p, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i & 0xffffff] = i;  // want "write-write race on p"
}
