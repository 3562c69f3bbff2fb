//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=4
// The same, but nothing makes the readers wait for the writers.
__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int base = blockIdx.x * blockDim.x;
  tile[t] = in[base + t];                       // want "write-read race on tile"
  out[base + t] = tile[blockDim.x - 1 - t];     // want "write-read race on tile"
}
