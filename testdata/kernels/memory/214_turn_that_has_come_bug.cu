//xfail:NOT_ALL_VERIFIED

// Each block waits for the number before its own only.
__device__ int turn;
__device__ int length;

__global__ void append(const int *in, int *out) {
  __shared__ int at;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) < (int)blockIdx.x - 1) {}
    __threadfence();
    at = length;  // want "race on length"
    length = at + blockDim.x;  // want "race on length"
    __threadfence();
    atomicExch(&turn, blockIdx.x + 1);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + at;
}

void run(const int *in, int *out, int n) { append<<<2, 1>>>(in, out); }
