//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// Each round writes the slot after the one that is read, modulo 3.
__global__ void ring(const int *in, int *out, int rounds) {
  __shared__ int buf[1][32];
  int t = threadIdx.x, acc = 0;
  for (int r = 0; r < rounds; ++r) {
    int slot = r % 1;
    buf[slot][t] = in[r * 32 + t];  // want "read-write race on buf"
    __syncthreads();
    acc += buf[slot][31 - t];  // want "read-write race on buf"
  }
  out[t] = acc;
}
