//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out) {
  __shared__ int red[2];
  int t = threadIdx.x;
  if (t % 32 == 0) red[t / 32] = in[t];
  __syncthreads();
  int m = red[0] + red[1];  // want "read-write race on red"
  if (t % 32 == 0) red[t / 32] = in[64 + t];  // want "read-write race on red"
  __syncthreads();
  out[t] = m + red[0] + red[1];
}
