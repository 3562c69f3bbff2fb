//pass

// The first block that comes prepares the table, under a lock. The flag is looked at without the lock, and again with it: who finds it vacant there is the only one that sets it.
__device__ int ready, mutex;
__device__ int table[2];

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    if (atomicAdd(&ready, 0) == 0) {
      while (atomicCAS(&mutex, 0, 1) != 0) {}
      __threadfence();
      if (atomicAdd(&ready, 0) == 0) {
        for (int i = 0; i < 2; ++i) table[i] = i * i;
        __threadfence();
        atomicExch(&ready, 1);
      }
      __threadfence();
      atomicExch(&mutex, 0);
    }
    __threadfence();
    out[blockIdx.x] = table[blockIdx.x % 2];
  }
}

void run(int *out) { k<<<64, 32>>>(out); }
