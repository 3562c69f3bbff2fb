//--blockDim=1 --gridDim=2
// fences: {10:device 13:device}
// One block hands data to the other by a flag: the data before the flag, the flag before the data.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    // the data first
    data = 42;
    flag = 1;
  } else {
    while (flag == 0) { }
    out[0] = data;
  }
}
