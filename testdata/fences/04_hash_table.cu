//--blockDim=1 --gridDim=2
// fences: {12:device 17:device} {14:device 17:device} {15:device 17:device}
// A list for each bucket, and a lock for each.
__device__ int lock[2];
__device__ int head[2];

__global__ void insert(int *next) {
  int item = blockIdx.x + 1;
  int bucket = 1;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[bucket], 0, 1) == 0) {
      done = true;
    }
  }
  next[item] = head[bucket];
  head[bucket] = item;
  atomicExch(&lock[bucket], 0);
}
