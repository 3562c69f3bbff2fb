//pass
//--blockDim=32 --gridDim=1
// Each round writes the slot after the one that is read, modulo 3.
__global__ void ring(const int *in, int *out, int rounds) {
  __shared__ int buf[3][32];
  int t = threadIdx.x, acc = 0;
  for (int r = 0; r < rounds; ++r) {
    int slot = r % 3;
    buf[slot][t] = in[r * 32 + t];
    __syncthreads();
    acc += buf[slot][31 - t];
  }
  out[t] = acc;
}
