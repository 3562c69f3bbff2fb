//pass
//--blockDim=64 --gridDim=*
// The same with an atomic.

__global__ void count(int *count, const int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[value[i]], 1);
}
