//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Some lanes of a warp wait for the others, which are at the barrier of the block.
__global__ void k(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) {
    out[i] = 1;
    __syncwarp();  // want "barrier divergence"
  }
  __syncthreads();
}
