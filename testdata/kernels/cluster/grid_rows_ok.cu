//pass
//--blockDim=32
__global__ void __cluster_dims__(2) rows(int *o, int n) {
  __requires(n > 0 && n >= 32 * gridDim.x && n < 1 << 16);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[blockIdx.y * n + i] = i;
}
