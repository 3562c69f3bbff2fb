//pass
//--blockDim=1 --gridDim=2

// The second block waits until the first has stored.
__device__ volatile int flag;

__global__ void k() {
  if (blockIdx.x == 0) {
    flag = 1;
  } else {
    while (flag == 0) {
    }
  }
}
