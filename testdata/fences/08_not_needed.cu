//--blockDim=1 --gridDim=2
// fences: {}
// redundant: 9 14
// Nothing is missing. The first fence orders nothing, nor does that within the loop.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  __threadfence();
  if (blockIdx.x == 0) { data = 42;
    __threadfence(); flag = 1;
  } else {
    while (flag == 0) {
      __threadfence();
    }
    __threadfence();
    out[0] = data;
  }
}
