//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[*,1,1]

// Threads of other blocks do not see the flag, though they read what was prepared.
__device__ int value;
__global__ void wait(const int *in, int *out) {
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    if (blockIdx.x == 0) value = in[0]; // want "race on value"
    __threadfence();
    flag = 1;
  }
  if (t >= 32) {
    while (flag == 0) { }
    __threadfence();
    out[blockIdx.x * 64 + t] = value; // want "race on value"
  }
}
