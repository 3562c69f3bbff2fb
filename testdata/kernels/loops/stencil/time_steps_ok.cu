//pass
//--blockDim=128 --gridDim=*
// Any number of time steps in shared memory, two buffers in turn.
#define N 128

__global__ void heat(const float *in, float *out, int steps) {
  __shared__ float u[2][N];
  int t = threadIdx.x, cur = 0;
  u[0][t] = in[blockIdx.x * N + t];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    float left = t > 0 ? u[cur][t - 1] : 0.f;
    float right = t < N - 1 ? u[cur][t + 1] : 0.f;
    u[1 - cur][t] = 0.25f * left + 0.5f * u[cur][t] + 0.25f * right;
    __syncthreads();
    cur = 1 - cur;
  }
  out[blockIdx.x * N + t] = u[cur][t];
}
