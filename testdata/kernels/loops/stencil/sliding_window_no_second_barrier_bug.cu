//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The window of a slow thread meets the next chunk.
#define B 128
#define MAXW 64

__global__ void window_max(const float *in, float *out, int n, int w) {
  __requires(1 <= w && w <= MAXW);
  __shared__ float s[B + MAXW];
  for (int base = blockIdx.x * B; base < n; base += gridDim.x * B) {
    for (int e = threadIdx.x; e < B + w - 1; e += B)
      s[e] = base + e < n ? in[base + e] : -3.4e38f;  // want "race on s"
    __syncthreads();
    float best = s[threadIdx.x];  // may "race on s"
    for (int k = 1; k < w; k++) best = fmaxf(best, s[threadIdx.x + k]);  // want "race on s"
    if (base + threadIdx.x < n) out[base + threadIdx.x] = best;
  }
}
