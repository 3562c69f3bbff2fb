//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=4

// The last threads write into the next block's row.
__global__ void k(int *a) {
  for (int i = threadIdx.x;
       __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) < blockIdx.x * 100 + 100)), // want "invariant"
       i < 102; i += 32) {
    a[blockIdx.x * 102 + i] = i;
  }
}
