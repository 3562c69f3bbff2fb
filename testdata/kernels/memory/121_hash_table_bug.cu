//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=1

// The bucket that is locked is not the one that is changed.
__device__ int locks[4];
__device__ int first[4];

__global__ void insert(int *next) {
  int bucket = threadIdx.x & 1;
  while (atomicCAS(&locks[bucket], 0, 1) != 0) {
  }
  __threadfence();
  next[threadIdx.x] = first[0]; // want "race on first"
  first[0] = threadIdx.x;       // want "race on first"
  __threadfence();
  atomicExch(&locks[bucket], 0);
}
