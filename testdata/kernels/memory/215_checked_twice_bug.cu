//xfail:NOT_ALL_VERIFIED

// 215_checked_twice_ok without the second look, with the lock: each block that has not found the flag set prepares the table again, while others read it.
__device__ int ready, mutex;
__device__ int table;

__global__ void k(int *out) {
  if (threadIdx.x == 0) {
    if (atomicAdd(&ready, 0) == 0) {
      while (atomicCAS(&mutex, 0, 1) != 0) {}
      __threadfence();
      table = table + 1;  // want "race on table"
      __threadfence();
      atomicExch(&ready, 1);
      __threadfence();
      atomicExch(&mutex, 0);
    }
    __threadfence();
    out[blockIdx.x] = table;  // want "race on table"
  }
}

void run(int *out) { k<<<2, 1>>>(out); }
