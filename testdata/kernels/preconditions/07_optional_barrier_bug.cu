//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The barrier is left out on request. Safe if synced.
__global__ void reverse(const int *in, int *out, bool synced) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];         // want "write-read race on tile"
  if (synced) __syncthreads();
  out[t] = tile[63 - t];   // want "write-read race on tile"
}
