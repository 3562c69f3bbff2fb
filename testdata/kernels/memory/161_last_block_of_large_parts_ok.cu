//pass

// A block sums up 1024 elements, so that two blocks take n > 1024. The last one sums up the parts.
__device__ unsigned done;
__global__ void total(const float *in, float *part, float *out, int n) {
  __shared__ float s[128];
  __shared__ bool last;
  int t = threadIdx.x;
  float a = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x) a += in[i];
  s[t] = a;
  __syncthreads();
  for (int o = 64; o; o >>= 1) {
    if (t < o) s[t] += s[t + o];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    float v = 0;
    __threadfence();
    for (int i = t; i < gridDim.x; i += 128) v += part[i];
    s[t] = v;
    __syncthreads();
    for (int o = 64; o; o >>= 1) {
      if (t < o) s[t] += s[t + o];
      __syncthreads();
    }
    if (t == 0) { *out = s[0]; done = 0; }
  }
}
void run(const float *in, float *part, float *out, int n) { total<<<(n + 1023) / 1024, 128>>>(in, part, out, n); }
