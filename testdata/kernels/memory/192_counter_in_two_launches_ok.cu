//pass

// The counter is set back on every way, whatever the sum.
__device__ unsigned count;
__device__ int part[512];

__global__ void k(const int *in, int *out) {
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 64 + t] = in[t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    last = atomicAdd(&count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += part[b * 64 + t];
    out[t] = sum;
    if (t == 0) {
      if (sum > 0)
        count = 0;
      else
        atomicExch(&count, 0);
    }
  }
}

void run(const int *in, int *out, int steps) {
  k<<<8, 64>>>(in, out);
  k<<<8, 64>>>(in, out + 64);
}
