//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// One buffer and one barrier: neighbours are read while they are written.
#define N 128

__global__ void heat(const float *in, float *out, int steps) {
  __shared__ float u[N];
  int t = threadIdx.x;
  u[t] = in[blockIdx.x * N + t];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    float left = t > 0 ? u[t - 1] : 0.f;  // want "race on u"
    float here = u[t];
    u[t] = 0.5f * left + 0.5f * here;  // want "race on u"
    __syncthreads();
  }
  out[blockIdx.x * N + t] = u[t];
}
