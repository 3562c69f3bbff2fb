//pass
//--blockDim=64 --gridDim=1
// In integers it is certain.
__global__ void k(int *o) {
  int n = threadIdx.x / 3;
  if (threadIdx.x % 3 == 0) o[n] = threadIdx.x;
}
