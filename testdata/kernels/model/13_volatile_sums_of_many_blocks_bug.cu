//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=100

// More blocks than can be looked at in all executions: the partial sums are volatile, which orders nothing, and
// no fence stands between the store and the counter.
__device__ unsigned int count;

__global__ void k(volatile int *partial, int *out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = blockIdx.x + 1;  // want "write-read race on partial"
  if (atomicAdd(&count, 1) == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];  // want "write-read race on partial"
    out[0] = sum;
  }
}
