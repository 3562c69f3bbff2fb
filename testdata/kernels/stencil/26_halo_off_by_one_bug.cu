//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
// Radius 2: the right halo starts at index 32 + R, not one before it.
constexpr int R = 2;
__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[32 + 2 * R];
  const int t = threadIdx.x;
  const int g = blockIdx.x * 32 + t;
  s[t + R] = g < n ? in[g] : 0.f;  // want "write-write race on s"
  if (t < R) {
    s[t] = g >= R ? in[g - R] : 0.f;
    s[t + 32 + R - 1] = g + 32 < n ? in[g + 32] : 0.f;  // want "write-write race on s"
  }
  __syncthreads();
  if (g < n) out[g] = (s[t] + s[t + 1] + s[t + 2] + s[t + 3] + s[t + 4]) / 5.0f;
}
