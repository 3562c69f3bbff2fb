//xfail:data-race
//--blockDim=128 --gridDim=4

__global__ void reverse(int *out, const int *in) {
  __shared__ int tile[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  tile[t] = in[base + t];
  out[base + t] = tile[127 - t];
}
