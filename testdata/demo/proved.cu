//pass
//--blockDim=128 --gridDim=4
// Reverses each block's part of an array through shared memory.
__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int base = blockIdx.x * blockDim.x;
  tile[t] = in[base + t];
  __syncthreads();
  out[base + t] = tile[blockDim.x - 1 - t];
}
