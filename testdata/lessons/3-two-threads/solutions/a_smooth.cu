//pass
//--blockDim=64 --gridDim=8

// Repair it: b is there to be used. What is wrong here cannot be mended by a barrier of the block; why not?
__global__ void smooth(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
