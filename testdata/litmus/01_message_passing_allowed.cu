// Message passing by volatile variables without a fence: the flag may be seen before the data.
//--blockDim=1 --gridDim=2
__device__ volatile int data, flag;

// exists: r[0]==1 && r[1]==0
__global__ void relaxed(int *r) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else {
    r[0] = flag;
    r[1] = data;
  }
}
