// Store buffering: both threads read the old value only where a fence.sc is missing.
//--blockDim=1 --gridDim=2
__device__ volatile int x, y;

// exists: r[0]==0 && r[1]==0
__global__ void dekker(int *r) {
  if (blockIdx.x == 0) {
    x = 1;
    __threadfence();
    r[0] = y;
  } else {
    y = 1;
    __threadfence();
    r[1] = x;
  }
}
