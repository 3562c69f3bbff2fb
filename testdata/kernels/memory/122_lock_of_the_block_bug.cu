//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The lock is given back while other threads of the block are still at work.
__device__ int mutex;
__device__ int best[2];

__global__ void merge(const int *found) {
  int t = threadIdx.x;
  int mine = found[blockIdx.x * 2 + t];
  if (t == 0) {
    while (atomicExch(&mutex, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  if (mine > best[t]) // want "race on best"
    best[t] = mine;   // want "race on best"
  if (t == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
