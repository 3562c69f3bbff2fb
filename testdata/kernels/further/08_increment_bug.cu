//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Threads with one key count it at the same time.
__global__ void count(const int *key, int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 64)
    s[key[i] & 63] += i;             // want "race on s"
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
