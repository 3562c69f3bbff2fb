//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Reads of shared memory inside ?:, && and the comma operator.
__global__ void choose(const int *in, int *out) {
  __shared__ int a[64];
  __shared__ int b[64];
  int t = threadIdx.x, u, w;
  a[t] = in[t], b[t] = in[t + 64];  // want "write-read race on b"
  u = (w = t & 15, t < 32 ? b[t + 32] : 0);  // want "write-read race on b"
  if (t > 0 && (w != 3 || in[t] > 0) && u > 0) w = a[t];
  out[t] = u + w;
}
