//pass
//--blockDim=128 --gridDim=*
// Elements that do not matter are skipped; every thread still makes all turns.
__global__ void filter(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int base = blockIdx.x * 128; base < n; base += gridDim.x * 128) {
    int i = base + t;
    s[t] = i < n ? in[i] : 0.f;
    __syncthreads();
    float sum = 0.f;
    for (int k = 0; k < 128; k++) {
      if (s[k] < 0.f) continue;
      sum += s[k];
    }
    __syncthreads();
    if (i >= n) continue;
    out[i] = sum;
  }
}
