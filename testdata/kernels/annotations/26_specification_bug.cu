//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The call does not meet what the contract requires.
__device__ int __spec_slot(int i) {
  __requires(i > 0); // want "assertion"
  __ensures(__return_val_int() >= 64);
  __ensures(__distinct_int(__return_val_int()));
  return i;
}

__global__ void k(int *a) {
  a[threadIdx.x] = 0;
  a[__spec_slot(threadIdx.x)] = 1;
}
