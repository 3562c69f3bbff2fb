//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The groups are half as far apart as they are long.
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
    int pos = half * (t / half) + t % half;
    float a = s[pos], b = s[pos + half];  // want "race on s"
    s[pos] = a + b;  // want "race on s"
    s[pos + half] = a - b;  // want "race on s"
  }
  __syncthreads();
  mine[t] = s[t];
  mine[t + BLOCK] = s[t + BLOCK];
}
