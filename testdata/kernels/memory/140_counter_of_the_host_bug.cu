//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2
// The last block sums up, with no fence between the stores of the others and the counter.
__global__ void sum(const float *in, float *partial, unsigned *count, float *out) {
  __shared__ float s[2];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 2 + t];
  __syncthreads();
  for (int d = 1; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];  // want "write-read race on partial"
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && t == 0) {
    float total = 0;
    for (unsigned i = 0; i < gridDim.x; i++) total += partial[i];  // want "write-read race on partial"
    out[0] = total;
    *count = 0;
  }
}
