//xfail:NOT_ALL_VERIFIED
//--blockDim=* --gridDim=*
// Sequential addressing whose last steps run without barriers, as in code that
// once relied on a warp's lock step, for a block of any size.
__global__ void reduce2(const float *g_idata, float *g_odata, unsigned int n) {
  extern __shared__ float sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0.0f;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];  // want "race on sdata"
    }
    if (s > 32) __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
