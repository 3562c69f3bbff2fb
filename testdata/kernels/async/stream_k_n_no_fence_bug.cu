//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// As stream_k_n_ok, but no fence is between the part and the flag: the other block may see the flag first.
__device__ int ready[4];
__global__ void k(const float *in, float *part, float *out, int n) {
  int t = threadIdx.x, b = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[(b * n + i) * 64 + t];
  if (b % 2 == 1) {
    part[b * 64 + t] = sum;  // want "race on part"
    __syncthreads();
    if (t == 0) {
      atomicExch(&ready[b], 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&ready[b + 1], 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[b / 2 * 64 + t] = sum + part[(b + 1) * 64 + t];  // want "race on part"
  }
}
