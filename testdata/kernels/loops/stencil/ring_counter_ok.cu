//pass
//--blockDim=128 --gridDim=1
// The ring's index is itself carried from row to row.
#define N 128

__global__ void march(const float *in, float *out, int rows) {
  __shared__ float ring[3][N];
  int t = threadIdx.x, cur = 0;
  ring[0][t] = in[t];
  for (int i = 1; i <= rows; i++) {
    int next = cur + 1 == 3 ? 0 : cur + 1;
    ring[next][t] = in[i * N + t];
    __syncthreads();
    float left = t > 0 ? ring[cur][t - 1] : 0.f;
    out[(i - 1) * N + t] = left + ring[next][t];
    cur = next;
  }
}
