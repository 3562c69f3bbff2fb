//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// Two rows are not enough for one barrier a row.
#define N 128

__global__ void march(const float *in, float *out, int rows) {
  __shared__ float ring[2][N];
  int t = threadIdx.x;
  in += (size_t)blockIdx.x * (rows + 1) * N;
  out += (size_t)blockIdx.x * rows * N;
  ring[0][t] = in[t];
  for (int i = 0; i < rows; i++) {
    int next = (i + 1) % 2;
    ring[next][t] = in[(i + 1) * N + t];  // want "race on ring"
    __syncthreads();
    float left = t > 0 ? ring[i % 2][t - 1] : 0.f;  // want "race on ring"
    out[i * N + t] = left;
  }
}
