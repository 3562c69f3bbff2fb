//pass
//--blockDim=128 --gridDim=*
// Source and destination advance in step, by different strides.
__global__ void repack(const float *in, float *out, int n) {
  int from = blockIdx.x * blockDim.x + threadIdx.x;
  int to = 2 * from;
  while (from < n) {
    out[to] = in[from];
    out[to + 1] = -in[from];
    from += blockDim.x * gridDim.x;
    to += 2 * blockDim.x * gridDim.x;
  }
}
