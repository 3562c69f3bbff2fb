//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The invariant speaks of all that was written, not of the last.
__global__ void k(float *a) {
  for (int i = 0;
       __invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(float) == 64 * (i - 1) + threadIdx.x)), // want "invariant"
       i < 4; i++) {
    a[64 * i + threadIdx.x] = 0.0f;
  }
}
