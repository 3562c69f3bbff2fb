//open data-race "which depends on the value that the atomic on count"

// The host sets the counter before the first launch of the loop only, and the last block leaves 7 in it: at the second launch the first
// block takes itself for the last.
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
    if (t == 0) count = 7;
  }
}

void run(const int *in, int *out, int steps) {
  const unsigned zero = 0;
  cudaMemcpyToSymbol(count, &zero, sizeof(zero));
  for (int i = 0; i < steps; i++) k<<<8, 64>>>(in, out);
}
