//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[*,1,1]

// The bucket is given back before the list is whole.
__global__ void insert(const int *keys, int *head, int *next, int *lock, int buckets, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = (unsigned)keys[i] % buckets;
    bool done = false;
    while (!done) {
      if (atomicCAS(&lock[b], 0, 1) == 0) {
        __threadfence();
        next[i] = head[b]; // want "race on head"
        atomicExch(&lock[b], 0);
        head[b] = i; // want "race on head"
        done = true;
      }
    }
  }
}
