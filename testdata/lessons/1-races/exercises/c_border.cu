//pass
//--blockDim=64 --gridDim=16

// Repair it: nothing may be written behind the n-th element.
__global__ void border(int *out, const int *in, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n) {
    tile[t] = in[i];
    __syncthreads();
    out[i] = t > 0 ? tile[t] - tile[t - 1] : tile[t];
  }
}
