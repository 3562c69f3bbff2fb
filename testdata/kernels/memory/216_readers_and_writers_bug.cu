//xfail:NOT_ALL_VERIFIED

// 216_readers_and_writers_ok without the fence between what a reader reads and its counting down: a writer may write before it has read.
__device__ int lock;
__device__ int sum;

__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    sum = sum + 1;  // want "race on sum"
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[blockIdx.x] = sum;  // want "race on sum"
    atomicSub(&lock, 1);
  }
}

void run(int *out) { k<<<2, 1>>>(out); }
