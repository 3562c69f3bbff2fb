//pass
//--blockDim=256 --gridDim=*
// In place, with a barrier between reading and writing.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void inclusive_scan(int *data, int n) {
  __shared__ int s[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  s[t] = i < n ? data[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride <<= 1) {
    int add = 0;
    if (t >= stride) add = s[t - stride];
    __syncthreads();
    s[t] += add;
    __syncthreads();
  }
  if (i < n) data[i] = s[t];
}
