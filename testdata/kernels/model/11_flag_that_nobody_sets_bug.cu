//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// The second block waits for 2, and the first stores 1 only.
__device__ volatile int flag;

__global__ void k() {
  if (blockIdx.x == 0) {
    flag = 1;
  } else {
    while (flag != 2) {  // want "deadlock: thread \(0,0,0\) of block \(1,0,0\) waits here"
    }
  }
}
