//pass
//--blockDim=128 --gridDim=500

// All blocks meet at a counter before each reads what another one has written.
__device__ int x[100000];
__device__ unsigned arrived;

__global__ void shift(int *out) {
  int t = threadIdx.x;
  x[blockIdx.x * 128 + t] = t;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  unsigned next = blockIdx.x + 1 < gridDim.x ? blockIdx.x + 1 : 0;
  out[blockIdx.x * 128 + t] = x[next * 128 + t];
}
