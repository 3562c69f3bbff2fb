//pass
//--blockDim=64 --gridDim=1

// Of this function only the contract counts: the call meets what it requires and
// knows what it ensures.
__device__ int __spec_slot(int i) {
  __requires(i >= 0);
  __requires(__distinct_int(i));
  __ensures(__return_val_int() >= 64);
  __ensures(__distinct_int(__return_val_int()));
  return i;
}

__global__ void k(int *a) {
  a[threadIdx.x] = 0;
  a[__spec_slot(threadIdx.x)] = 1;
}
