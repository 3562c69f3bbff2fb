//pass
//--blockDim=64 --gridDim=1
// Each thread has an element of its own.
__global__ void k(const float *in, int *o) {
  if (expf(in[threadIdx.x]) > 3.0f) o[threadIdx.x] = threadIdx.x;
}
