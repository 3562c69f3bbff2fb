//xfail:data-race
//--blockDim=64 --gridDim=4

__global__ void last(int *out, const int *in) {
  int i = blockIdx.x * 63 + threadIdx.x;
  out[i] = in[i] + blockIdx.x;
}
