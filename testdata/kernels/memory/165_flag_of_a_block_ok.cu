//pass
//--blockDim=64 --gridDim=[*,1,1]

// One warp prepares, the other one waits for its flag.
__global__ void wait(const int *in, int *out) {
  __shared__ volatile int flag;
  __shared__ int value;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    value = in[blockIdx.x];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 32) {
    while (flag == 0) { }
    __threadfence_block();
    out[blockIdx.x * 64 + t] = value;
  }
}
