// Message passing with a fence on both sides; one of them alone is not enough.
//--blockDim=1 --gridDim=2
__device__ volatile int data, flag;

// exists: r[0]==1 && r[1]==0
__global__ void fenced(int *r) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    flag = 1;
  } else {
    r[0] = flag;
    __threadfence();
    r[1] = data;
  }
}
