//pass
//--blockDim=128 --gridDim=*
// A ring of three rows: while rows i and i + 1 are in use, the third one takes the
// next; one barrier a row.
#define N 128

__global__ void march(const float *in, float *out, int rows) {
  __shared__ float ring[3][N];
  int t = threadIdx.x;
  in += (size_t)blockIdx.x * (rows + 1) * N;
  out += (size_t)blockIdx.x * rows * N;
  ring[0][t] = in[t];
  for (int i = 0; i < rows; i++) {
    int next = (i + 1) % 3;
    ring[next][t] = in[(i + 1) * N + t];
    __syncthreads();
    float left = t > 0 ? ring[i % 3][t - 1] : 0.f;
    float right = t < N - 1 ? ring[next][t + 1] : 0.f;
    out[i * N + t] = left + right;
  }
}
