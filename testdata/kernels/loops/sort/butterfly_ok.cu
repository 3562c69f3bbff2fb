//pass
//--blockDim=128 --gridDim=*
// The exchange pattern of a fast Fourier or Walsh transform: pairs are half apart,
// half doubles.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void walsh(float *v) {
  __shared__ float s[2 * BLOCK];
  int t = threadIdx.x;
  float *mine = v + blockIdx.x * 2 * BLOCK;
  s[t] = mine[t];
  s[t + BLOCK] = mine[t + BLOCK];
  for (int half = 1; half <= BLOCK; half <<= 1) {
    __syncthreads();
    int pos = 2 * half * (t / half) + t % half;
    float a = s[pos], b = s[pos + half];
    s[pos] = a + b;
    s[pos + half] = a - b;
  }
  __syncthreads();
  mine[t] = s[t];
  mine[t + BLOCK] = s[t + BLOCK];
}
