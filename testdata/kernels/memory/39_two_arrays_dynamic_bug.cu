//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// One dynamic allocation carved into an int and a float array by casts.
__global__ void carve(const int *in, float *out) {
  extern __shared__ unsigned char smem[];
  int *keys = (int *)smem;
  float *weights = (float *)(smem + blockDim.x);
  int t = threadIdx.x;
  keys[t] = in[blockIdx.x * blockDim.x + t];  // want "write-write race on smem"
  weights[t] = 0.5f * t;  // want "write-write race on smem"
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[blockIdx.x * blockDim.x + t] = keys[other] + weights[other];
}
