//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=4
// Threads past the end of the data leave before the barrier that the others
// wait at.
__global__ void reverse(const int *in, int *out, int n) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  tile[t] = in[i];
  __syncthreads();                              // want "barrier divergence"
  out[i] = tile[t];
}
