//pass
//--blockDim=64 --gridDim=4
// All lanes of a warp get to the statement at which they wait.
__global__ void k(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[i] = 1;
  __syncwarp();
  __syncthreads();
}
