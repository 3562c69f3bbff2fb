//pass
//--blockDim=64 --gridDim=1
// No square is negative.
__global__ void k(const float *in, int *o) {
  float x = in[threadIdx.x];
  if (x * x < 0.0f) o[0] = threadIdx.x;
}
