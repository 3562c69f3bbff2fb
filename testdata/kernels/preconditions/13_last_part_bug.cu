//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Lengths that do not fill the block are what programs pass: that n >= 128 would do is no excuse.
__global__ void halve(float *data, int n) {
  __shared__ float part[128];
  int i = threadIdx.x;
  if (i >= n) return;
  part[i] = data[i];
  __syncthreads();  // want "barrier divergence"
  data[i] = part[127 - i];
}
