//pass
//--blockDim=* --gridDim=*
// Tree reduction with a modulo test for a block of any size: safe because the
// step is a power of two, whatever bounds it.
__global__ void reduce0(const int *g_in, int *g_out, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_in[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0 && tid + s < blockDim.x) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}
