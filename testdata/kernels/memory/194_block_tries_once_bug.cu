//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8

// One thread tries for the lock on behalf of its block, and has a fence where it has not got it.
__device__ int mutex;
__device__ int best[64];

__global__ void merge(const int *found, int *failed) {
  __shared__ bool got;
  int t = threadIdx.x;
  int mine = found[blockIdx.x * 64 + t];
  if (t == 0) {
    int old = atomicCAS(&mutex, 0, 1);
    if (old != 0) __threadfence();
    got = old == 0;
  }
  __syncthreads();
  if (got) {
    if (mine > best[t]) best[t] = mine; // want "race on best"
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(&mutex, 0);
    }
  } else if (t == 0) {
    failed[blockIdx.x] = 1;
  }
}
