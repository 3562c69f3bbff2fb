//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4
// The block that finishes last would add up the partial sums; here only the
// counter is kept, as the reading half belongs to another kernel.
__device__ unsigned int retired = 0;

__global__ void partials(const int *in, int *partial, unsigned int *ticket) {
  __shared__ int acc;
  if (threadIdx.x == 0) acc = 0;
  __syncthreads();
  atomicAdd(&acc, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = acc;
    __threadfence();
    ticket[blockIdx.x] = retired++;  // want "race on retired"
  }
}
