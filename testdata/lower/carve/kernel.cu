extern __shared__ char raw[];
__global__ void k(int *in, int n) {
  int *x = (int *)raw;
  int *y = (int *)(raw + n * sizeof(int));
  int *z = x + 2 * n;
  x[threadIdx.x] = in[threadIdx.x];
  y[threadIdx.x] = in[threadIdx.x];
  z[0] = x[0] + y[0];
}
