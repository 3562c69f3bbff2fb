//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The sums of the threads begin at elements of their own.
__global__ void rows(const float *in, float *out, int n) {
  if (threadIdx.x < n) {
    float m = in[threadIdx.x];
    for (int i = 1; i < n; i++) m = m + in[i];
    for (int i = 0; i < n; i++) out[i] = in[i] - m;  // want "write-write race on out"
  }
}
