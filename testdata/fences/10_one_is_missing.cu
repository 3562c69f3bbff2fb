//--blockDim=1 --gridDim=2
// fences: {14:device}
// The writer's fence is there.
__device__ int data;
__device__ int flag;

__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out[0] = data;
  }
}
