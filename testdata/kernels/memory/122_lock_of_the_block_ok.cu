//pass
//--blockDim=128 --gridDim=300

// One thread takes the lock for its block, and gives it back when all are done.
__device__ int mutex;
__device__ int best[128];

__global__ void merge(const int *found) {
  int t = threadIdx.x;
  int mine = found[blockIdx.x * 128 + t];
  if (t == 0) {
    while (atomicExch(&mutex, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  if (mine > best[t]) best[t] = mine;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
