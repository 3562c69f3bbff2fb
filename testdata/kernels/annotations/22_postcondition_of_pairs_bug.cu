//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Half of the numbers do not exist.
__device__ int slot(int i) {
  __requires(__distinct_int(i));
  __ensures(__distinct_int(__return_val_int())); // want "assertion"
  return i / 2;
}

__global__ void k(int *a) { a[64 * slot(threadIdx.x) + threadIdx.x] = 1; }
