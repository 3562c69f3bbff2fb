//pass
//--blockDim=256 --gridDim=*
// Each round, one cell less on either side is computed. What the last round has
// computed is written, and blocks lie side by side by as many cells.
__global__ void pyramid(int *out, const int *in, int rounds, int border, int n) {
  __requires(rounds > 0);
  __shared__ int now[256];
  __shared__ int then[256];
  int t = threadIdx.x;
  int width = 256 - 2 * rounds;
  int x = width * blockIdx.x - border + t;
  bool valid = x >= 0 && x < n;
  if (valid) now[t] = in[x];
  __syncthreads();
  bool computed;
  for (int i = 0; i < rounds; i++) {
    computed = false;
    if (t >= i + 1 && t <= 256 - i - 2 && valid) {
      computed = true;
      then[t] = min(now[t - 1], min(now[t], now[t + 1]));
    }
    __syncthreads();
    if (i == rounds - 1) break;
    if (computed) now[t] = then[t];
    __syncthreads();
  }
  if (computed) out[x] = then[t];
}
