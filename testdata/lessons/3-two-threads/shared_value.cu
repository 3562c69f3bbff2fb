//pass
//--blockDim=64 --gridDim=1

__global__ void shift(int *out, const int *in) {
  __shared__ int by;
  int t = threadIdx.x;
  if (t == 0)
    by = in[0];
  __syncthreads();
  out[by + t] = t;
}
