//pass
//--blockDim=320 --gridDim=1
// Too many threads to look at every execution. The flag is no race, and its fences order the data.
__device__ volatile int flag;
__device__ int data;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    data = out[0];
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    out[threadIdx.x] = data;
  }
}
