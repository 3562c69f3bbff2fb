// flags: --elements out=8
// rejected: out[blockIdx.x] == blockIdx.x
// Blocks need not draw their tickets in the order of their numbers.
__device__ unsigned next;

__global__ void numbered(unsigned *out) {
  __ensures(out[blockIdx.x] == blockIdx.x);
  if (threadIdx.x == 0)
    out[atomicAdd(&next, 1)] = blockIdx.x;
}

void run(unsigned *out) { numbered<<<8, 32>>>(out); }
