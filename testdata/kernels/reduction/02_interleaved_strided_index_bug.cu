//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Tree reduction with a strided index instead of the modulo test.
__global__ void reduce1(const float *in, float *out) {
  __shared__ float sdata[64];
  unsigned int tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    unsigned int index = 2 * s * tid;
    if (index < blockDim.x) {
      sdata[index] += sdata[index + s];  // may "race on sdata"
    }
    if (index < blockDim.x) __syncthreads();  // want "barrier divergence"
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];  // may "race on sdata"
}
