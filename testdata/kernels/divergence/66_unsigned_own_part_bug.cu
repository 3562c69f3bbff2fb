//xfail:NOT_ALL_VERIFIED
//--blockDim=128
// With + for - a part of each thread is left in the condition.
__global__ void find(const int *keys, int n, int *out) {
  __shared__ int buffer[128];
  for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx + threadIdx.x < n; idx += gridDim.x * blockDim.x) {
    if (idx < n) buffer[threadIdx.x] = keys[idx];
    __syncthreads();  // want "barrier divergence"
    if (idx < n) out[idx] = buffer[threadIdx.x ^ 1];
    __syncthreads();
  }
}
