//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// Three rows in use and three in the ring: the oldest is overwritten too early.
#define N 128

__global__ void march(const float *in, float *out, int rows) {
  __shared__ float ring[3][N];
  int t = threadIdx.x;
  in += (size_t)blockIdx.x * (rows + 1) * N;
  out += (size_t)blockIdx.x * rows * N;
  ring[0][t] = in[t];
  ring[2][t] = 0.f;
  for (int i = 0; i < rows; i++) {
    int prev = (i + 2) % 3, next = (i + 1) % 3;
    ring[next][t] = in[(i + 1) * N + t];  // want "race on ring"
    __syncthreads();
    float up = t > 0 ? ring[prev][t - 1] : 0.f;  // want "race on ring"
    out[i * N + t] = up + ring[i % 3][t] + ring[next][t];
  }
}
