//xfail:NOT_ALL_VERIFIED
//--blockDim=* --gridDim=*
// The bound is one too large: in an even rest the first of the upper half is
// written and read.
__global__ void reduce_odd(const double *in, double *out) {
  extern __shared__ double part[];
  unsigned int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  unsigned int count = blockDim.x;
  while (count > 1) {
    unsigned int half = (count + 1) / 2;
    if (tid <= count / 2) part[tid] += part[tid + half];  // want "race on part"
    __syncthreads();
    count = half;
  }
  if (tid == 0) out[blockIdx.x] = part[0];
}
