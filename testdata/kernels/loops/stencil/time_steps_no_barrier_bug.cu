//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// Two buffers, no barrier.
#define N 128

__global__ void heat(const float *in, float *out, int steps) {
  __shared__ float u[2][N];
  int t = threadIdx.x, cur = 0;
  u[0][t] = in[blockIdx.x * N + t];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    float left = t > 0 ? u[cur][t - 1] : 0.f;  // want "race on u"
    u[1 - cur][t] = 0.5f * left + 0.5f * u[cur][t];  // want "race on u"
    cur = 1 - cur;
  }
  out[blockIdx.x * N + t] = u[cur][t];
}
