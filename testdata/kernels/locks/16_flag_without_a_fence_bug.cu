//xfail:NOT_ALL_VERIFIED
//--blockDim=320 --gridDim=1
// Too many threads to look at every execution. The flag is no race, but the writer has no fence.
__device__ volatile int flag;
__device__ int data;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    data = out[0];  // want "race on data"
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    out[threadIdx.x] = data;  // want "race on data"
  }
}
