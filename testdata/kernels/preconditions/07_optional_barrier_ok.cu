//pass
//--blockDim=64 --gridDim=1
// The barrier is left out on request. Safe if synced.
__global__ void reverse(const int *in, int *out, bool synced) {
  __requires(synced);
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  if (synced) __syncthreads();
  out[t] = tile[63 - t];
}
