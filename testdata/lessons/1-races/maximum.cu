//xfail:data-race
//--blockDim=128 --gridDim=4

__global__ void maximum(int *max, const int *in) {
  int v = in[blockIdx.x * 128 + threadIdx.x];
  if (v > *max)
    *max = v;
}
