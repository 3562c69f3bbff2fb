//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
// Sixteen bins; the merge into global memory is where two blocks meet.
__global__ void hist16(const unsigned int *in, unsigned int *out) {
  __shared__ unsigned int bins[16];
  unsigned int t = threadIdx.x;
  if (t < 16) bins[t] = 0u;
  __syncthreads();
  unsigned int v = in[blockIdx.x * 32u + t];
  atomicAdd(bins + (v & 15u), 1u);
  atomicAdd(bins + ((v >> 4) & 15u), 1u);
  __syncthreads();
  if (t < 16) out[t] += bins[t];  // want "race on out"
}
