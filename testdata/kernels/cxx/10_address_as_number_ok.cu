//pass
//--blockDim=64 --gridDim=2
// A pointer becomes a number and a pointer again.
__device__ float *element(unsigned long long base, unsigned int i) {
  return reinterpret_cast<float *>(base + i * sizeof(float));
}

__global__ void halve(const float *in, float *out) {
  unsigned long long base = (unsigned long long)out;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  *element(base, i) = 0.5f * in[i];
}
