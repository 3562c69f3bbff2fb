//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Tree reduction with a strided index that starts before everything is loaded.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void reduce1(const float *in, float *out) {
  __shared__ float sdata[BLOCK];
  unsigned int tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];  // want "race on sdata"
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) {
      sdata[index] += sdata[index + s];  // want "race on sdata"
    }
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}
