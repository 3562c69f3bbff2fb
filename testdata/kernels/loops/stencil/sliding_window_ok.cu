//pass
//--blockDim=128 --gridDim=*
// Largest value in a window that slides over a chunk; any window up to 64.
#define B 128
#define MAXW 64

__global__ void window_max(const float *in, float *out, int n, int w) {
  __requires(1 <= w && w <= MAXW);
  __shared__ float s[B + MAXW];
  for (int base = blockIdx.x * B; base < n; base += gridDim.x * B) {
    for (int e = threadIdx.x; e < B + w - 1; e += B) s[e] = base + e < n ? in[base + e] : -3.4e38f;
    __syncthreads();
    float best = s[threadIdx.x];
    for (int k = 1; k < w; k++) best = fmaxf(best, s[threadIdx.x + k]);
    if (base + threadIdx.x < n) out[base + threadIdx.x] = best;
    __syncthreads();
  }
}
