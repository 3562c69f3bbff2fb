//pass
//--blockDim=64 --gridDim=1

// Whatever a thread has written is in its column.
__global__ void k(float *a, int n) {
  for (int i = threadIdx.x;
       __invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(float) % 64 == threadIdx.x)),
       __invariant(i % 64 == threadIdx.x),
       __invariant(i >= 0),
       i < n; i += 64) {
    a[i] = 0.0f;
  }
}
