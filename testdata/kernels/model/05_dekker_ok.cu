//pass
//--blockDim=1 --gridDim=2

// Mutual exclusion by two flags: each block raises its own before it looks at the other. Only a
// sequentially consistent fence keeps both from seeing the other flag down.
__device__ volatile int want[2];
__device__ int x;

__global__ void k() {
  int me = blockIdx.x;
  want[me] = 1;
  __threadfence();
  if (want[1 - me] == 0) {
    x = x + 1;
  }
}
