//--blockDim=1 --gridDim=2
// fences: {10:device}
// Each block raises its hand and looks at the other's: only a sequentially consistent fence
// keeps both from seeing the other's down.
__device__ volatile int want[2];
__device__ int x;

__global__ void dekker() {
  int me = blockIdx.x;
  want[me] = 1;
  if (want[1 - me] == 0) {
    x = x + 1;
  }
}
