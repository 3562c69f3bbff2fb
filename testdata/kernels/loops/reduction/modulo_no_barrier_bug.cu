//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Tree reduction with a modulo test whose steps are not separated: what a
// thread adds in one step may not be complete in the next.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduce0(const int *g_in, int *g_out, unsigned int n) {
  __shared__ int sdata[BLOCK];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_in[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) {
      sdata[tid] += sdata[tid + s];  // want "race on sdata"
    }
  }
  __syncthreads();
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}
