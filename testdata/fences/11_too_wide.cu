//--blockDim=2 --gridDim=1
// fences: {}
// weaker: 10 14
// Both fences are there, but the threads are of one block.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  if (threadIdx.x == 0) { data = 42;
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) { }
    __threadfence();
    out[0] = data;
  }
}
