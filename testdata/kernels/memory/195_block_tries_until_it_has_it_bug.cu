//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8

// The thread that gives the lock back does not wait for the others of its block.
__device__ int mutex;
__device__ int best[64];

__global__ void merge(const int *found) {
  __shared__ bool got;
  int t = threadIdx.x;
  int mine = found[blockIdx.x * 64 + t];
  bool done = false;
  while (!done) {
    if (t == 0) got = atomicCAS(&mutex, 0, 1) == 0;
    __threadfence();
    __syncthreads();
    if (got) {
      if (mine > best[t]) best[t] = mine; // want "race on best"
      if (t == 0) {
        __threadfence();
        atomicExch(&mutex, 0);
      }
      done = true;
    }
    __syncthreads();
  }
}
