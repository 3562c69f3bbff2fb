//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// In place with one barrier a step: a neighbour may have written already.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void inclusive_scan(int *data, int n) {
  __shared__ int s[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  s[t] = i < n ? data[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride <<= 1) {
    if (t >= stride) s[t] += s[t - stride];  // want "race on s"
    __syncthreads();
  }
  if (i < n) data[i] = s[t];
}
