//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A forward goto to a common tail.
__global__ void cleanup(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = 0;
  if (t >= n) goto done;
  v = in[t];
  if (v < 0) goto done;
  v *= 2;
done:
  s[t] = v;  // want "write-read race on s"
  out[t] = s[63 - t];  // want "write-read race on s"
}
