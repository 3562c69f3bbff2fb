//pass
//--blockDim=64 --gridDim=64

// The last block is told by a counter, which everybody also looks at through volatile.
__device__ unsigned done;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    atomicAdd(&done, 1u);
    if (*(volatile unsigned *)&done == 64) out[blockIdx.x] = 1;
  }
}
