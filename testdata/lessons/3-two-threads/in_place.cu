//xfail:data-race
//--blockDim=64 --gridDim=8

__global__ void average(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n)
    a[i] = (a[i - 1] + a[i]) / 2;
}
