//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// The usual bounds guard, before and after a barrier.
__global__ void shift(const float *in, float *out, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();  // want "barrier divergence"
  if (i >= n) return;
  out[i] = s[(threadIdx.x + 1) % 64];
}
