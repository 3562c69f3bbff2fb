//--blockDim=2 --gridDim=1
// fences: {9:block 13:block}
// Threads of one block: fences of the block are enough.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    data = 42;

    flag = 1;
  } else {
    while (flag == 0) { }
    out[0] = data;
  }
}
