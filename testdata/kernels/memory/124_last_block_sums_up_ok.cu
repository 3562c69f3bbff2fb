//pass
//--blockDim=256 --gridDim=1000

// The last block, by a counter that wraps around, sums up what all have stored.
__device__ unsigned finished;
__device__ float partial[1024];

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  int t = threadIdx.x;
  float mine = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) mine += in[i];
  s[t] = mine;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    unsigned ticket = atomicInc(&finished, gridDim.x - 1);
    __threadfence();
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    mine = 0;
    for (int i = t; i < gridDim.x; i += 256) mine += partial[i];
    s[t] = mine;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
      if (t < d) s[t] += s[t + d];
      __syncthreads();
    }
    if (t == 0) out[0] = s[0];
  }
}
