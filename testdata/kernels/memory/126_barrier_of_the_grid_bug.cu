//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The blocks wait for one arrival less.
__device__ int x[100000];
__device__ unsigned arrived;

__global__ void shift(int *out) {
  int t = threadIdx.x;
  x[blockIdx.x * 2 + t] = t; // want "race on x"
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x - 1) {
    }
    __threadfence();
  }
  __syncthreads();
  unsigned next = blockIdx.x + 1 < gridDim.x ? blockIdx.x + 1 : 0;
  out[blockIdx.x * 2 + t] = x[next * 2 + t]; // want "race on x"
}
