//pass
//--blockDim=64 --gridDim=2

// Each thread writes the slot whose number it has drawn.
__device__ int next;
__global__ void k(int *out) {
  int slot = atomicAdd(&next, 1);
  out[slot] = threadIdx.x;
}
