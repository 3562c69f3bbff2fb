//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// A pointer becomes a number and a pointer again: by halves of an element.
__device__ float *element(unsigned long long base, unsigned int i) {
  return reinterpret_cast<float *>(base + i / 2 * sizeof(float));
}

__global__ void halve(const float *in, float *out) {
  unsigned long long base = (unsigned long long)out;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  *element(base, i) = 0.5f * in[i];  // want "write-write race on out"
}
