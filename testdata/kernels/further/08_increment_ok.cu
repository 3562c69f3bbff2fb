//pass
//--blockDim=64 --gridDim=1
// Threads with one key count it by atomics.
__global__ void count(const int *key, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 64)
    atomicAdd(&s[key[i] & 63], i);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
