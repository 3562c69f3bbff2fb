//pass
//--blockDim=256
// The first eight lanes of the first warp add up a sum each; they wait for each other, and for nobody else.
__global__ void sums(const float *x, float *y, int n) {
  __shared__ float s[256];
  float v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += x[i];
  s[threadIdx.x] = v;
  __syncthreads();
  unsigned mask = 0xff;
  if (threadIdx.x < blockDim.x / 32) {
    float w = 0;
    for (int i = 0; i < 32; ++i) w += s[threadIdx.x * 32 + i];
    __syncwarp(mask);
    s[threadIdx.x] = w;
  }
  __syncthreads();
  y[blockIdx.x * 256 + threadIdx.x] = s[0];
}
