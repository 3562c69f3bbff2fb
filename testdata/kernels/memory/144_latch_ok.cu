//pass
//--blockDim=32 --gridDim=64

// Each block waits until all have written.
#include <cuda/latch>
__device__ cuda::latch<cuda::thread_scope_device> written(64);
__device__ int data[64];

__global__ void turn(const int *in, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    data[b] = in[b];
    written.arrive_and_wait();
    out[b] = data[63 - b];
  }
}
