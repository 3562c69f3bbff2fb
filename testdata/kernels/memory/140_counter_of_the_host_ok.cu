//pass
//--blockDim=256 --gridDim=64
// The last block sums up; the host gives the counter, which is 0 at the start.
__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ float s[256];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && t == 0) {
    float total = 0;
    for (unsigned i = 0; i < gridDim.x; i++) total += partial[i];
    out[0] = total;
    *count = 0;
  }
}
