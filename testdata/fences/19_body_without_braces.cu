//--blockDim=1 --gridDim=2
// fences: {11:device 14:device} {11:device 15:device in braces}
// The fence of who reads needs braces around what it stands in front of.
__device__ int data;
__device__ volatile int flag;

__global__ void k(int *out) {
  int seen;
  if (blockIdx.x == 0) {
    // the data first
    data = 42;
    flag = 1;
  } else {
    seen = flag;
    if (seen == 1)
      out[0] = data;
  }
}
