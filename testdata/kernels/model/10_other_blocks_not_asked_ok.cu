//pass
//--blockDim=32 --gridDim=2 --only-intra-group

// The flag of 01 without its fences, where races between blocks are not asked about.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) {
    }
    out[0] = data;
  }
}
