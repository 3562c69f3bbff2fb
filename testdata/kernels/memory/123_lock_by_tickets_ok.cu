//pass
//--blockDim=64 --gridDim=1000

// Blocks take turns, in the order of their tickets.
__device__ unsigned drawn;
__device__ volatile unsigned served;
__device__ int log[100];

__global__ void append(const int *in) {
  if (threadIdx.x != 0) return;
  unsigned my = atomicAdd(&drawn, 1);
  while (served != my) {
  }
  __threadfence();
  log[0] = log[0] + 1;
  __threadfence();
  served = my + 1;
}
