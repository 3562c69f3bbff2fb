//xfail:NOT_ALL_VERIFIED
//--blockDim=* --gridDim=*
// The modulo test looks at s, not at 2 * s: neighbours both add, and one reads
// what the other writes.
__global__ void reduce0(const int *g_in, int *g_out, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_in[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % s == 0 && tid + s < blockDim.x) {
      sdata[tid] += sdata[tid + s];  // want "race on sdata"
    }
    __syncthreads();
  }
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}
