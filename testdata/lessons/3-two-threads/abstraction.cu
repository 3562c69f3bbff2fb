//--blockDim=64 --gridDim=1

__global__ void even(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 2 * in[t];
  __syncthreads();
  int k = s[63 - t];
  if (k % 2 == 1)
    out[0] = k;
}
