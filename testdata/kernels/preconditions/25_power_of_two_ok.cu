//pass
//--blockDim=64 --gridDim=*
// The same with a size that is a power of two.
__global__ void parts(unsigned *out, unsigned size) {
  __requires(size > 0 && (size & (size - 1)) == 0);
  __shared__ unsigned s[512];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size - 1)) + size;
  s[pos] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[pos];
}
