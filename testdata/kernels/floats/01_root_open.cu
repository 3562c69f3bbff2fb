//pass
//--blockDim=64 --gridDim=1
// sqrtf(2) - 5 is about -3.6. To the prover a root is any number, but no device computes that one.
__global__ void k(int *o) {
  float x = sqrtf(2.0f) - 5.0f;
  if (x == -4.0f) o[0] = threadIdx.x;
}
