//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Vectorised copy, four floats a thread; what is left over is cleared.
__global__ void copy4(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n4 = n / 4;
  if (i < n4) {
    reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];  // want "write-write race on out"
  }
  if (i == 0)
    for (int k = n4 * 4 - 1; k < n; ++k)
      if (k >= 0) out[k] = 0.0f;  // want "write-write race on out"
}
