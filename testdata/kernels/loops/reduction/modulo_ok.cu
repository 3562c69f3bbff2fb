//pass
//--blockDim=256 --gridDim=*
// Tree reduction, the textbook's first version: interleaved addressing with a
// modulo test. A thread that adds never reads what another one writes in the
// same step.
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
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_out[blockIdx.x] = sdata[0];
}
