//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=16

// Threads of different blocks meet in a bucket, but the fence before its lock is given back is one of the block.
struct Entry {
  unsigned key;
  int next;
};

__device__ int locks[1024];
__device__ int first[1024];

__global__ void insert(const unsigned *keys, Entry *pool, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i];
  unsigned bucket = key % 1024;
  pool[i].key = key;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[bucket], 0, 1) == 0) {
      __threadfence();
      pool[i].next = first[bucket];  // want "race on first"
      first[bucket] = i;  // want "race on first"
      __threadfence_block();
      atomicExch(&locks[bucket], 0);
      done = true;
    }
  }
}
