//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x, acc = 0;
  for (int it = 0; it < 4; ++it) {
    tile[t] = in[it * 64 + t];  // want "read-write race on tile"
    __syncthreads();
    acc += tile[63 - t];  // want "read-write race on tile"
  }
  out[t] = acc;
}
