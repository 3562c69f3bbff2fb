//pass
//--blockDim=64 --gridDim=1

// A contract about what the function returns to different threads.
__device__ int slot(int i) {
  __requires(__distinct_int(i));
  __ensures(__distinct_int(__return_val_int()));
  __global_ensures(__return_val_int() >= 0);
  return 3 * i;
}

__global__ void k(int *a) { a[slot(threadIdx.x)] = 1; }
