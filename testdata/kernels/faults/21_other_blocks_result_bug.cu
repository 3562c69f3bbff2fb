//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Each block reads what its neighbour has written, and nothing makes it wait for that.
__global__ void k(const int *in, int *sums, int *out) {
  if (threadIdx.x == 0) sums[blockIdx.x] = in[blockIdx.x];          // want "race on sums"
  out[blockIdx.x * 64 + threadIdx.x] = sums[(blockIdx.x + 1) % 4];  // want "race on sums"
}
