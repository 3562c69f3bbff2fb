//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// Threads without an element go on to the next turn and miss a barrier.
__global__ void filter(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int base = blockIdx.x * 128; base < n; base += gridDim.x * 128) {
    int i = base + t;
    s[t] = i < n ? in[i] : 0.f;
    __syncthreads();  // may "divergence"
    if (i >= n) continue;
    out[i] = s[127 - t];
    __syncthreads();  // want "divergence"
  }
}
