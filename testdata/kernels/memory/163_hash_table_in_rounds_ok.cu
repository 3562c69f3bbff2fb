//pass
//--blockDim=64 --gridDim=[*,1,1]

// Each thread inserts many keys; a lock of each bucket, given back in the round of the loop that takes it.
__global__ void insert(const int *keys, int *head, int *next, int *lock, int buckets, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = (unsigned)keys[i] % buckets;
    bool done = false;
    while (!done) {
      if (atomicCAS(&lock[b], 0, 1) == 0) {
        __threadfence();
        next[i] = head[b];
        head[b] = i;
        __threadfence();
        atomicExch(&lock[b], 0);
        done = true;
      }
    }
  }
}
