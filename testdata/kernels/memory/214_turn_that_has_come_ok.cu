//pass

// Blocks append what they have kept in the order of their numbers. Each waits until the word has got to its number: it cannot be further, since only the block itself passes its turn on.
__device__ int turn;
__device__ int length;

__global__ void append(const int *in, int *out) {
  __shared__ int at;
  if (threadIdx.x == 0) {
    while (atomicAdd(&turn, 0) < (int)blockIdx.x) {}
    __threadfence();
    at = length;
    length = at + blockDim.x;
    __threadfence();
    atomicExch(&turn, blockIdx.x + 1);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + at;
}

void run(const int *in, int *out, int n) { append<<<n, 32>>>(in, out); }
