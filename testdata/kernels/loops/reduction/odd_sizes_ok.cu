//pass
//--blockDim=* --gridDim=*
// Tree reduction for a block whose size is no power of two: the middle element
// of an odd rest waits for the next step.
__global__ void reduce_odd(const double *in, double *out) {
  extern __shared__ double part[];
  unsigned int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  unsigned int count = blockDim.x;
  while (count > 1) {
    unsigned int half = (count + 1) / 2;
    if (tid < count / 2) part[tid] += part[tid + half];
    __syncthreads();
    count = half;
  }
  if (tid == 0) out[blockIdx.x] = part[0];
}
