//pass
//--blockDim=256 --gridDim=*
// The same with the limit stated.
__global__ void number(unsigned *p, unsigned n) {
  __requires(n <= 1 << 24);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i & 0xffffff] = i;
}
