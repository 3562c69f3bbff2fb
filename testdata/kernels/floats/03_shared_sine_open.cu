//pass
//--blockDim=64 --gridDim=1
// No sine exceeds 1, and none of what threads tell each other does.
__global__ void k(const float *in, int *o) {
  __shared__ float s[64];
  s[threadIdx.x] = sinf(in[threadIdx.x]);
  __syncthreads();
  float x = __shfl_xor_sync(0xffffffffu, s[63 - threadIdx.x], 1);
  if (x > 1.5f) o[0] = threadIdx.x;
}
