//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// The lock is given back without a fence: the next holder may not see the sum.
__device__ int mutex;
__device__ float total;

__global__ void dot(const float *a, const float *b) {
  float sum = a[blockIdx.x] * b[blockIdx.x];
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    total += sum; // want "race on total"
    atomicExch(&mutex, 0);
  }
}
