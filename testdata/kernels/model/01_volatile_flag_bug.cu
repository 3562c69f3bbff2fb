//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// One block writes the data and then the flag; the other waits for the flag. The reader has no fence.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42; // want "race on data"
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    out[0] = data; // want "race on data"
  }
}
