//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The destination advances by half of what it should.
__global__ void repack(const float *in, float *out, int n) {
  int from = blockIdx.x * blockDim.x + threadIdx.x;
  int to = 2 * from;
  while (from < n) {
    out[to] += in[from];  // want "race on out"
    from += blockDim.x * gridDim.x;
    to += blockDim.x * gridDim.x;
  }
}
