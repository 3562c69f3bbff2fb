//xfail:data-race
//--blockDim=64 --gridDim=1

__global__ void compact(int *out, const int *in) {
  __shared__ int n;
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  if (in[t] > 0)
    out[n++] = in[t];
}
