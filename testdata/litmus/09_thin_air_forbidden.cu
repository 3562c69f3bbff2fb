// Each thread stores what it has read: 7 would be its own cause.
//--blockDim=1 --gridDim=2
__device__ volatile int x, y;

// exists: x==7 || y==7
__global__ void copy() {
  if (blockIdx.x == 0) {
    y = x;
  } else {
    x = y;
  }
}
