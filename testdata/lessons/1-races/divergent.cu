//xfail:barrier-divergence
//--blockDim=128 --gridDim=4

__global__ void reverse(int *out, const int *in, int n) {
  __shared__ int tile[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  if (base + t >= n)
    return;
  tile[t] = in[base + t];
  __syncthreads();
  out[base + t] = tile[127 - t];
}
