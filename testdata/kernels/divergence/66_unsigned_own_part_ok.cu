//pass
//--blockDim=128
// idx - threadIdx.x is unsigned, and the same for all threads of the block: they leave the loop together.
__global__ void find(const int *keys, int n, int *out) {
  __shared__ int buffer[128];
  for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx - threadIdx.x < n; idx += gridDim.x * blockDim.x) {
    if (idx < n) buffer[threadIdx.x] = keys[idx];
    __syncthreads();
    if (idx < n) out[idx] = buffer[threadIdx.x ^ 1];
    __syncthreads();
  }
}
